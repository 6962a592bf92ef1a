import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longest, requiredLine, yearText } from '#contract/core/fields.ts'
import { id, instant } from '#contract/core/wire.ts'
import { Figures } from './figures.ts'
import { figuresProblems } from './rules.ts'

const notYear = 'A year has four digits'

/** A version of a season's figures. */
export const CreditRule = z.object({
  ruleId: z.int(),
  season: z.int(),
  version: z.int(),
  /** Rule, season and version: 'hours-1/2027.2'. */
  name: z.string(),
  /** True: for in-person events; false: for virtual ones. */
  isInPerson: z.boolean(),
  figures: Figures,
  reason: z.string(),
  /** Name or email; '' if it came with the portal or the account was deleted. */
  madeBy: z.string(),
  madeAt: instant(),
})
export type CreditRule = z.output<typeof CreditRule>

export const CreditRules = z.object({
  /** The season's own versions, newest first. */
  versions: z.array(CreditRule),
  /** The versions that count the season's hours. A season without its own uses an earlier season's. */
  valid: z.object({ virtual: CreditRule, inPerson: CreditRule }),
  /** The seasons that can get figures. */
  seasons: z.array(z.int()),
})
export type CreditRules = z.output<typeof CreditRules>

export const getCreditRules = endpoint({
  route: 'GET /private/credit-rules',
  access: 'settings:read',
  summary:
    'The figures by which the hours of a season are counted, with all its versions: who made them valid, when and why.',
  query: z.object({ season: yearText }),
  data: CreditRules,
})

/** Figures without contradictions, by which hours can be earned. */
export const SensibleFigures = Figures.check((given) => {
  for (const message of Object.values(figuresProblems(given.value))) {
    given.issues.push({ code: 'custom', message, input: given.value })
  }
})

/** The events that the figures apply to. */
export const figuresFor = {
  season: z
    .int({ error: notYear })
    .check(z.minimum(1000, { error: notYear }), z.maximum(9999, { error: notYear })),
  isInPerson: z.boolean({ error: 'Must be true or false' }),
}

export const NewCreditRule = z.object({
  ...figuresFor,
  figures: SensibleFigures,
  reason: requiredLine('Say why the rules change', longest.line),
  readRuleId: id(),
})
export type NewCreditRule = z.output<typeof NewCreditRule>

export const makeFiguresValid = endpoint({
  route: 'POST /private/credit-rules',
  access: 'settings:write',
  summary:
    'Makes figures valid for a season. Its slots are counted again; older findings and credits stay as they are.',
  body: NewCreditRule,
  data: CreditRule,
  refusals: ['CHANGED_MEANWHILE', 'NOTHING_CHANGES'],
})
