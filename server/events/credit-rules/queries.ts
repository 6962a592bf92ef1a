import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { ruleName } from '#contract/events/credit-rules/names.ts'
import type { Db } from '#server/services.ts'

/** A version of a season's figures. */
export interface CreditRule {
  creditRuleId: number
  /** Rule, season and version: 'hours-1/2027.2'. */
  name: string
  figures: Figures
}

/**
 * Returns a season's figures: its newest version, else the newest of the latest earlier season, else the
 * first of all.
 */
export async function getCreditRule(
  db: Db,
  { season, isInPerson }: { season: number; isInPerson: boolean },
): Promise<CreditRule> {
  const row = await db
    .selectFrom('creditRules')
    .select(['creditRuleId', 'season', 'version', 'figures'])
    .where('isInPerson', '=', isInPerson)
    .orderBy((rule) => rule('season', '<=', season), 'desc')
    .orderBy((rule) => rule.case().when('season', '<=', season).then(rule.ref('season')).end(), 'desc')
    .orderBy((rule) => rule.case().when('season', '>', season).then(rule.ref('season')).end(), 'asc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { creditRuleId: row.creditRuleId, name: ruleName(row), figures: row.figures }
}
