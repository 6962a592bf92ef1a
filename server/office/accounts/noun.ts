import type { FastifyReply } from 'fastify'
import * as accounts from '#contract/office/accounts/calls.ts'
import * as merges from '#contract/office/accounts/merges.ts'
import * as accountRecords from '#contract/office/accounts/records.ts'
import * as sessions from '#contract/people/sessions/calls.ts'
import * as userEdits from '#contract/people/users/edits.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { shownInstant } from '#server/core/mail/shown-instant.ts'
import type { Noun } from '#server/noun.ts'
import { noun } from '#server/noun.ts'
import type { Personal } from '#server/personal.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite, write } from '#server/work.ts'
import { accountJson, findAccountData } from './account-data.ts'
import { findDuplicates } from './account-duplicates.ts'
import { endOtherSessions, endUserSessions } from './account-evictions.ts'
import { accountPage } from './account-page.ts'
import { findAccount } from './account-record.ts'
import { deleteAccount } from './delete-account.ts'
import { distinguishAccounts } from './distinguish-accounts.ts'
import { mergeAccounts } from './merge-accounts.ts'
import { findAccounts, findMergedAccounts, findMergeRecord } from './queries.ts'
import { separateAccounts } from './separate-accounts.ts'

declare module '#server/personal.ts' {
  interface RecordParts {
    merges: Awaited<ReturnType<typeof findMergeRecord>>
    duplicates: Awaited<ReturnType<typeof findDuplicates>>
  }
}

/** Serves people's accounts; `others`: all other nouns, each below those that know it. */
export default (others: Noun[]) => {
  const personal = [...others.flatMap((each) => each.personal ?? []), own]
  const kinds = personal.flatMap(({ data = [] }) => data)
  return noun({
    calls: [accounts, accountRecords, merges],
    personal: own,
    serve(gate, services) {
      const { identity, log } = services
      serveFile(gate, accounts.getAccountData, async ({ caller, reply }) =>
        send(reply, 'json', accountJson(await findAccountData(services, kinds, caller))),
      )
      serveFile(gate, accounts.getAccountPage, async ({ caller, reply }) =>
        send(reply, 'html', accountPage(await findAccountData(services, kinds, caller))),
      )
      serve(gate, accountRecords.getAccount, ({ caller: { tokenHash }, query: { userId } }) =>
        findAccount(services, personal, { userId, tokenHash }),
      )
      serveWrite(gate, services, sessions.endOtherSessions, (work, body, { caller }) =>
        endOtherSessions(work, personal, { ...caller, ...body }),
      )
      serveWrite(gate, services, userEdits.endUserSessions, (work, body) =>
        endUserSessions(work, personal, body.userId),
      )
      serve(gate, merges.findAccounts, async ({ query }) => ({
        accounts: await findAccounts(services.db, query.search.trim()),
      }))
      serveWrite(gate, services, merges.mergeAccounts, (work, body) => mergeAccounts(work, personal, body))
      serveWrite(gate, services, merges.distinguishAccounts, distinguishAccounts)
      serveWrite(gate, services, merges.separateAccounts, async (work, body) => ({
        unrestored: await separateAccounts(work, personal, body.accountMergeId),
      }))
      serve(gate, accounts.deleteAccount, async ({ caller, body: { email } }) => {
        const { userId } = caller
        await write(services, { userId }, (work) =>
          deleteAccount(work, { identity, personal }, caller, email),
        )
        // Lets an operator delete again what a restored backup brings back.
        log.info({ userId }, 'account deleted')
      })
    },
  })
}

const own: Personal = {
  data: [
    personalData({
      key: 'mergedAccounts',
      title: 'Accounts that were merged with this one',
      read: ({ db }, { userId }) => findMergedAccounts(db, userId),
      columns: {
        Email: 'email',
        Merged: 'mergedAt',
        'Mailing list': ({ consents: [newest] }) =>
          newest
            ? `${newest.isGiven ? 'Agreed' : 'Not agreed'} ${shownInstant(newest.answeredAt)}`
            : 'Not asked',
      },
    }),
  ],
  record: {
    merges: ({ db }, { userId }) => findMergeRecord(db, userId),
    duplicates: ({ db }, { userId }) => findDuplicates(db, userId),
  },
}

const types = { json: 'application/json; charset=utf-8', html: 'text/html; charset=utf-8' }

function send(reply: FastifyReply, format: keyof typeof types, content: string) {
  return reply
    .type(types[format])
    .header('content-disposition', `attachment; filename="${accounts.accountFile[format]}"`)
    .send(content)
}
