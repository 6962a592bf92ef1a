import { nameOrEmail } from '#contract/core/names.ts'
import type { CreditRule, CreditRules } from '#contract/events/credit-rules/calls.ts'
import { ruleName } from '#contract/events/credit-rules/names.ts'
import { seasonOfFigures } from '#contract/events/credit-rules/rules.ts'
import type { Db } from '#server/services.ts'
import { getCreditRule } from './queries.ts'

/** Returns the versions of a season's figures, and those that count its hours. */
export async function findCreditRules(
  db: Db,
  { season, newest }: { season: number; newest: number },
): Promise<CreditRules> {
  const [versions, virtual, inPerson, first] = await Promise.all([
    selectVersions(db).where('season', '=', season).orderBy('version', 'desc').execute(),
    getValidRule(db, { season, isInPerson: false }),
    getValidRule(db, { season, isInPerson: true }),
    findFirstSeason(db),
  ])
  return {
    versions: versions.map(versionOf),
    valid: { virtual, inPerson },
    seasons: Array.from({ length: Math.max(newest - first, 0) + 1 }, (_, step) => first + step),
  }
}

/** Returns the version that counts a season's hours. */
export async function getValidRule(
  db: Db,
  which: { season: number; isInPerson: boolean },
): Promise<CreditRule> {
  const { creditRuleId } = await getCreditRule(db, which)
  const row = await selectVersions(db).where('creditRuleId', '=', creditRuleId).executeTakeFirstOrThrow()
  return versionOf(row)
}

/** Returns a test for seasons that use the figures of `season`, if it has a version of its own. */
export async function governedBy(
  db: Db,
  { season, isInPerson }: { season: number; isInPerson: boolean },
): Promise<(other: number) => boolean> {
  const rows = await db
    .selectFrom('creditRules')
    .select('season')
    .distinct()
    .where('isInPerson', '=', isInPerson)
    .execute()
  const seasons = [season, ...rows.map((row) => row.season)]
  return (other) => seasonOfFigures(seasons, other) === season
}

/** Returns the first season with figures. */
export async function findFirstSeason(db: Db): Promise<number> {
  const { season } = await db
    .selectFrom('creditRules')
    .select((rule) => rule.fn.min('season').as('season'))
    .executeTakeFirstOrThrow()
  return season
}

function selectVersions(db: Db) {
  return db
    .selectFrom('creditRules')
    .leftJoin('users', 'users.userId', 'creditRules.madeBy')
    .select(['creditRuleId', 'season', 'creditRules.version', 'isInPerson', 'figures', 'reason', 'madeAt'])
    .select(['firstName', 'lastName', 'email'])
}

type VersionRow = Awaited<ReturnType<ReturnType<typeof selectVersions>['executeTakeFirstOrThrow']>>

function versionOf({ creditRuleId, firstName, lastName, email, ...row }: VersionRow): CreditRule {
  return {
    ruleId: creditRuleId,
    ...row,
    name: ruleName(row),
    madeBy: nameOrEmail({ firstName, lastName, email }),
  }
}
