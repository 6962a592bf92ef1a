import type { User } from '#contract/people/users/user.ts'
import type { Caller } from './core/http/serve.ts'
import type { MailAttachment } from './core/mail/mail.ts'
import type { MailContent } from './core/mail/mail-layout.ts'
import type { Services, Tx } from './services.ts'
import type { Work } from './work.ts'

/** The parts of an administrator's page about a person. Each noun adds its own, with `declare module`, in its `noun.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: nouns fill it
export interface RecordParts {}

/** A noun's acts on its data about a person. `server/office/accounts` asks every noun. */
export interface Personal {
  /** The kinds of data in a person's download. */
  data?: PersonalData[]
  /** Reads its parts of an administrator's page about a person. */
  record?: { [Part in keyof RecordParts]?: (reader: Reader, person: Person) => Promise<RecordParts[Part]> }
  /** Ends all other ways into a person's account, whose row is locked. */
  evict?(work: Work, userId: string, kept: Kept): Promise<void>
  /** Locks what a merge of these people changes and verbs lock before registrations and people. */
  lock?(tx: Tx, userIds: string[]): Promise<void>
  /** Its steps of a merge that a separation of the accounts undoes, last one first. They precede all `handOver`. */
  mergeSteps?: MergeStep[]
  /** Hands over the other data of an account merged into another one. The nouns below have done so. */
  handOver?(work: Work, merge: Merge): Promise<void>
  /** Refuses to delete a person's account. */
  refuseLeaving?(work: Work, leaver: Leaver): Promise<void>
  /**
   * Deletes a person's data before their account; they and their registrations are locked. The nouns above
   * have done so. Returns what the last email says about it.
   */
  forget?(work: Work, leaver: Leaver): Promise<MailPart | undefined>
}

type Reader = Pick<Services, 'db' | 'config' | 'clock'>

/** The ways into an account that stay: the session with this hash, and passkeys. */
export interface Kept {
  tokenHash?: Buffer | undefined
  keepsPasskeys?: boolean | undefined
}

/** A merge of two locked accounts. */
export interface Merge {
  /** The user ids of the absorbed and the surviving account. */
  from: string
  to: string
  /** The registrations that end because the other account has the same event, as the administrator saw them. */
  ending: number[]
  /** Adds a part to the email to one of the accounts. */
  tell(userId: string, part: MailPart): void
}

/** A step of a merge, and its key among the facts for undoing the merge. */
interface MergeStep {
  key: string
  /** Returns the ids of what it changed. */
  run(work: Work, merge: Merge): Promise<number[]>
  /** Undoes it for these ids. */
  undo(work: Work, separation: Separation, ids: number[]): Promise<unknown>
}

/** The end of a merge, after the accounts were separated. */
export interface Separation {
  /** The user ids of the surviving account and the released one. */
  from: string
  to: string
  /** Says that an event's registration could not be restored. */
  miss(eventName: string): void
}

/** A signed-in person. */
export interface Person extends Pick<Caller, 'userId' | 'tokenHash'> {
  user: User
  /** All their registrations, current and past. */
  registrationIds: number[]
}

/** A person who deletes their account. */
export interface Leaver extends Person {
  /** Their email, and unused ones of accounts merged into theirs. */
  emails: string[]
}

/** A part of an email to a person about the end of their account. */
export interface MailPart extends Pick<MailContent, 'facts' | 'links'> {
  /** Precedes the facts. */
  intro?: string
  closing?: string
  attachments?: MailAttachment[]
}

/** One kind of data about a person: in the JSON file under its key, on the page as a table. */
export interface PersonalData<Found = unknown, Row = never> {
  key: string
  title: string
  /** Returns rows, an object, or null. Reveals only the existence of tokens, codes and secret addresses. */
  read(reader: Reader, person: Person): Promise<Found>
  /** The table's columns, or the object's lines: a field, or a row's shown value. */
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
