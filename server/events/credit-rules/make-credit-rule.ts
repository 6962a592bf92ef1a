import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { ended } from '#contract/core/names.ts'
import type { CreditRule, NewCreditRule } from '#contract/events/credit-rules/calls.ts'
import { figureChanges } from '#contract/events/credit-rules/rules.ts'
import { Refusal, refuseFields } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'
import { findFirstSeason, getValidRule } from './credit-rule-versions.ts'

/** The last season that can get figures. */
export function lastSeason({ config, clock }: Pick<Work, 'config' | 'clock'>): number {
  return config.season(clock()) + 1
}

/**
 * Adds and returns a version of a season's figures. Its slots are counted again; hours from older versions
 * stay. Refuses with CHANGED_MEANWHILE if another version became valid since the caller read, and with
 * NOTHING_CHANGES if the valid one is the same.
 */
export async function makeFiguresValid(work: Work, given: NewCreditRule): Promise<CreditRule> {
  const { tx, clock, actingUserId = null } = work
  const { season, isInPerson, figures, reason, readRuleId } = given
  // Concurrent changes wait: each version follows the previous one.
  await sql`lock table credit_rules in share row exclusive mode`.execute(tx)
  const [first, last] = [await findFirstSeason(tx), lastSeason(work)]
  if (season < first || season > last) {
    refuseFields({ season: `Figures can be made valid for ${first} to ${last}.` })
  }
  const before = await getValidRule(tx, { season, isInPerson })
  if (before.ruleId !== readRuleId) {
    throw new Refusal('CHANGED_MEANWHILE', {
      message: `${before.madeBy || 'Someone'} has made ${before.name} valid since you opened this page: ${ended(before.reason)} Check it and try again.`,
    })
  }
  if (isDeepStrictEqual(before.figures, figures)) throw new Refusal('NOTHING_CHANGES')
  const { newest } = await tx
    .selectFrom('creditRules')
    .select((rule) => rule.fn.max('version').as('newest'))
    .where('season', '=', season)
    .executeTakeFirstOrThrow()
  const row = {
    season,
    version: (newest ?? 0) + 1,
    isInPerson,
    reason,
    madeBy: actingUserId,
    madeAt: clock(),
  }
  await tx
    .insertInto('creditRules')
    .values({ ...row, figures: JSON.stringify(figures) })
    .execute()
  const made = await getValidRule(tx, { season, isInPerson })
  const changes = figureChanges(before.figures, figures)
  const item = `${made.name}, ${isInPerson ? 'in person' : 'virtual'}`
  await happened(work, [{ activity: 'figures-changed', details: { item, changes, reason } }])
  return made
}
