import type { User } from '#contract/people/users/user.ts'
import type { Caller } from './core/http/serve.ts'
import type { MailAttachment } from './core/mail/mail.ts'
import type { MailContent } from './core/mail/mail-layout.ts'
import type { Services, Tx } from './services.ts'
import type { Work } from './work.ts'

/** Treats what a noun stores about a person. `server/office/accounts` asks every noun. */
export interface Personal {
  /** The kinds of data that their download has. */
  data?: PersonalData[]
  /** Locks what a merge of these people changes and verbs lock before registrations and people. */
  lock?(tx: Tx, userIds: string[]): Promise<void>
  /** Hands over what belongs to an account that is merged into another one. The nouns below have done so. */
  handOver?(work: Work, merge: HandOver): Promise<void>
  /** Refuses to delete the account of a person. */
  refuseLeaving?(work: Work, leaver: Leaver): Promise<void>
  /**
   * Forgets a person before their account is deleted; their registrations and they are locked. The nouns above have done so.
   * Returns what the last email to them says about it.
   */
  forget?(work: Work, leaver: Leaver): Promise<Farewell | undefined>
}

/** A merge of two locked accounts. */
export interface HandOver {
  /** The user ids of the absorbed account and of the one that continues. */
  from: string
  to: string
  /** The registrations of both that ended, because the other one has the same event. */
  ended: number[]
}

/** A person who is signed in. */
export interface Person extends Pick<Caller, 'userId' | 'tokenHash'> {
  user: User
  /** All their registrations, current and past. */
  registrationIds: number[]
}

/** A person who deletes their account. */
export interface Leaver extends Person {
  /** Their email, and those of accounts that were merged into theirs and that nobody else uses. */
  emails: string[]
}

/** A part of the last email to a person. */
export interface Farewell extends Pick<MailContent, 'facts' | 'links'> {
  /** Stands before the facts. */
  intro?: string
  closing?: string
  attachments?: MailAttachment[]
}

/** One kind of data about a person: in the JSON file under its key, on the page as a table. */
export interface PersonalData<Found = unknown, Row = never> {
  key: string
  title: string
  /** Returns rows, or one object, or null. Of tokens, codes and secret addresses, it tells only that they exist. */
  read(services: Pick<Services, 'db' | 'config' | 'clock'>, person: Person): Promise<Found>
  /** The columns of the table, or the lines of one object: a field, or what is shown of a row. */
  columns: Record<string, (keyof Row & string) | ((row: Row, person: Person) => Shown)>
}

/** Instants are shown in Eastern time, and null as blank. */
export type Shown = Date | string | number | boolean | null | Link[]

interface Link {
  label: string
  url: string
}

type RowOf<Found> = Found extends (infer Row)[] ? Row : NonNullable<Found>

/** Declares a kind of data about people. */
export function personalData<Found>(declared: PersonalData<Found, RowOf<Found>>): PersonalData {
  return declared
}
