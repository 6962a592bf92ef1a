import type { Caller } from '#server/core/http/serve.ts'
import { getUser } from '#server/people/users/queries.ts'
import type { Person, PersonalData } from '#server/personal.ts'
import type { Db, Services } from '#server/services.ts'

/** Everything stored about a person, by kind. */
export interface AccountData {
  portal: string
  writtenAt: Date
  person: Person
  kinds: (PersonalData & { found: unknown })[]
}

/** Returns everything stored about the caller, of these kinds. Refuses with USER_NOT_FOUND. */
export async function findAccountData(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  kinds: PersonalData[],
  caller: Pick<Caller, 'userId' | 'tokenHash'>,
): Promise<AccountData> {
  const { db, config, clock } = services
  const person = await findPerson(db, caller)
  const found: AccountData['kinds'] = []
  for (const kind of kinds) found.push({ ...kind, found: await kind.read(services, person) })
  return { portal: config.publicUrl, writtenAt: clock(), person, kinds: found }
}

/** Returns a person with all their registrations. Refuses with USER_NOT_FOUND. */
export async function findPerson(
  db: Db,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
): Promise<Person> {
  const user = await getUser(db, userId)
  const rows = await db
    .selectFrom('registrations')
    .select('registrationId')
    .where('userId', '=', userId)
    .execute()
  return { userId, tokenHash, user, registrationIds: rows.map(({ registrationId }) => registrationId) }
}

/** Returns the data as JSON. */
export function accountJson({ portal, writtenAt, kinds }: AccountData): string {
  const data = Object.fromEntries(kinds.map(({ key, found }) => [key, found]))
  return JSON.stringify({ portal, writtenAt, ...data }, null, 2)
}
