import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import { mergeAccounts, separateAccounts } from '#contract/office/accounts/merges.ts'
import { updateUserByAdmin } from '#contract/people/users/edits.ts'
import { expectSuccess } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { Person } from '#test/given.ts'
import { givenCredit } from '#test/given.ts'
import * as held from '#test/held-slot.ts'
import { equal, givenCountedPeople, unpackedPack, verdictOn } from '#test/inspection-packs.ts'
import { runVerifier } from './inspection-unpacking.ts'

held.startWithHeldSlot()
let full: Person
let short: Person
const givenPeople = async () => {
  ;({ full, short } = await givenCountedPeople())
}

const byAdministrator = () => held.administrator.token
const query = (text: string) => held.app.query(text)
const made = () => unpackedPack(held.app, { eventSlotId: held.slot }, byAdministrator())

describe('verify.mjs refuses', () => {
  let whole: Map<string, Buffer> | undefined
  let files: Map<string, Buffer>
  beforeEach(async () => {
    if (!whole) {
      await givenPeople()
      whole = await made()
    }
    files = new Map(whole)
  })

  const edited = (path: string, edit: (text: string) => string) =>
    files.set(path, Buffer.from(edit(files.get(path)?.toString('latin1') ?? ''), 'latin1'))

  test.each([/^certificates\/.*pdf$/, /^evidence\//, /^findings\.jsonl$/])(
    'one changed byte of a file like %s, and names the file',
    async (pattern) => {
      const path = [...files.keys()].find((each) => pattern.test(each)) as string
      const bytes = Buffer.from(files.get(path) as Buffer)
      const place = Math.floor(bytes.length / 2)
      bytes[place] = (bytes[place] ?? 0) ^ 1
      files.set(path, bytes)
      const { code, output } = await runVerifier(files)
      expect([code, output]).toEqual([
        1,
        expect.stringContaining(`Not equal: ${path} is not the file of the manifest`),
      ])
    },
  )

  test('a missing file, and one too many', async () => {
    const roster = files.get('roster.csv') as Buffer
    files.delete('roster.csv')
    expect(await verdictOn(files)).toEqual([1, 'Not equal: roster.csv is missing.'])
    files.set('roster.csv', roster).set('evidence/more.csv', roster)
    expect(await verdictOn(files)).toEqual([1, 'Not equal: evidence/more.csv is not in the manifest.'])
  })

  test.each<[what: string, named: string, change: (folder: string) => Promise<unknown>]>([
    ['a hidden file', '.hidden', (folder) => writeFile(join(folder, '.hidden'), '')],
    [
      'a hidden file in a folder',
      'evidence/.more',
      (folder) => writeFile(join(folder, 'evidence/.more'), ''),
    ],
    [
      'a folder with a file',
      'more',
      async (folder) => {
        await mkdir(join(folder, 'more'))
        await writeFile(join(folder, 'more/roster.csv'), '')
      },
    ],
    ['an empty folder', 'certificates/more', (folder) => mkdir(join(folder, 'certificates/more'))],
    [
      'a link to a file of the pack',
      'link',
      (folder) => symlink(join(folder, 'roster.csv'), join(folder, 'link')),
    ],
    ['a link to a folder', 'evidence/link', (folder) => symlink('/', join(folder, 'evidence/link'))],
    ['a link to nothing', 'link', (folder) => symlink('nothing', join(folder, 'link'))],
  ])('%s that the manifest does not name', async (_, named, change) => {
    expect(await verdictOn(files, { change })).toEqual([1, `Not equal: ${named} is not in the manifest.`])
  })

  test.each(['roster.csv', 'manifest.json', 'certificates'])('a link in the place of %s', async (path) => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'portal-elsewhere-'))
    const change = async (folder: string) => {
      await rename(join(folder, path), join(elsewhere, path))
      await symlink(join(elsewhere, path), join(folder, path))
    }
    expect(await verdictOn(files, { change })).toEqual([1, `Not equal: ${path} is a symbolic link.`])
    await rm(elsewhere, { recursive: true })
  })

  test('a file that was cut, with a sentence', async () => {
    edited('keys.json', (text) => text.slice(0, 50))
    expect(await verdictOn(files)).toEqual([1, 'Not equal: keys.json cannot be read as a file of a pack.'])
    edited('manifest.json', (text) => text.slice(0, 50))
    expect(await verdictOn(files)).toEqual([
      1,
      'Not equal: manifest.json cannot be read as a file of a pack.',
    ])
  })

  test('a changed file whose manifest was changed with it, because nobody can sign it', async () => {
    edited('roster.csv', (text) => text.replace(/,4,/, ',8,'))
    const hash = createHash('sha256')
      .update(files.get('roster.csv') as Buffer)
      .digest('hex')
    edited('manifest.json', (text) => text.replace(/("roster.csv": ")[0-9a-f]+/, `$1${hash}`))
    expect(await verdictOn(files)).toEqual([1, 'Not equal: manifest.jwt is about another manifest.'])
  })
})

/** Changes rows that the database protects, as anyone with its password can. */
async function tamper(table: string, change: string) {
  await query(`alter table ${table} disable trigger user`)
  await query(`update ${table} ${change}`)
  await query(`alter table ${table} enable trigger user`)
}

test.each([
  [
    'findings',
    async () =>
      tamper(
        'credit_findings',
        `set hours = 4, finding = jsonb_set(finding, '{hours}', '4') where registration_id = ${await held.idOf(short)}`,
      ),
    /^Not equal: Finding \d+ of registration \d+ says 4 hours; its input gives 3/,
  ],
  [
    'rows of reports',
    async () =>
      tamper(
        'attendance_visits',
        `set left_at = joined_at + interval '4 hours' where email = '${short.email}'`,
      ),
    /^Not equal: counting\/\d+\.json: the reports say something else about registration \d+/,
  ],
  [
    'decisions about hours',
    async () => tamper('credits', `set minutes = 120 where registration_id = ${await held.idOf(full)}`),
    /^Not equal: roster\.csv says 4 hours for registration \d+; credits\.csv says 2\./,
  ],
  [
    'certificates',
    async () => tamper('certificates', `set hours = 3 where registration_id = ${await held.idOf(full)}`),
    /^Not equal: Certificate IA\d+-\d+ is for 3 hours; roster\.csv says 4/,
  ],
])('a signed pack of tampered %s does not verify', async (_, change, words) => {
  await givenPeople()
  await change()
  const [code, last] = await verdictOn(await made())
  expect([code, last]).toEqual([1, expect.stringMatching(words)])
})

describe('a certificate verifies', () => {
  beforeEach(givenPeople)
  let others = 0
  const freshEmail = () => `later${others++}@example.com`
  const changeEmail = async ({ userId }: Person, email: string) => {
    const body = { userId, ...completeProfile, email }
    await expectSuccess(held.app.send(updateUserByAdmin, body, byAdministrator()))
    await held.app.untilJobsAreDone()
  }
  const merge = async (into: Person, absorbed: Person) => {
    const body = { userId: into.userId, absorbedId: absorbed.userId, ending: [await held.idOf(into)] }
    await expectSuccess(held.app.send(mergeAccounts, body, byAdministrator()))
    await held.app.untilJobsAreDone()
  }
  const separate = async () => {
    const [{ accountMergeId }] = (await query(
      'select max(account_merge_id) as "accountMergeId" from account_merges',
    )) as [{ accountMergeId: number }]
    const { failure } = await held.app.send(separateAccounts, { accountMergeId }, byAdministrator())
    expect(failure).toBe(undefined)
    await held.app.untilJobsAreDone()
  }

  test.each<[after: string, change: () => Promise<void>, compared: string]>([
    [
      'its person changed their email twice',
      async () => {
        await changeEmail(full, freshEmail())
        await changeEmail(full, freshEmail())
      },
      'Compared with the emails in roster.csv: 1 signed certificate.',
    ],
    [
      'the account was merged into another',
      () => merge(short, full),
      'Compared with the emails in roster.csv: 1 signed certificate.',
    ],
    [
      'it was issued while the account was merged into another, which then was separated from it',
      async () => {
        const registrationId = await held.idOf(full)
        await merge(short, full)
        await givenCredit(held.app, held.administrator, registrationId, 3)
        await separate()
      },
      'Compared with the emails in roster.csv: 1 signed certificate.',
    ],
    [
      'its person deleted the account',
      async () => {
        const { failure } = await held.app.send(deleteAccount, { email: full.email }, full)
        expect(failure).toBe(undefined)
        await held.app.untilJobsAreDone()
      },
      'Without an email, because the account was deleted: 1 signed certificate.',
    ],
  ])('after %s', async (_, change, compared) => {
    await change()
    const { code, output } = await runVerifier(await made())
    expect(output).toContain(compared)
    expect(code).toBe(3)
  })

  test('of a person whose email looks like a formula', async () => {
    const person = await held.givenRegistered()
    await query(`update users set email = '-${person.email}' where user_id = '${person.userId}'`)
    await givenCredit(held.app, held.administrator, await held.idOf(person), 4)
    await held.app.untilJobsAreDone()
    const files = await made()
    expect(files.get('roster.csv')?.toString()).toContain(`,"'-${person.email}",`)
    expect(await verdictOn(files)).toEqual(equal)
  })
})
