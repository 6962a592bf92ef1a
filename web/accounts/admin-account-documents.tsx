import { Anchor } from '@mantine/core'
import type { Account } from '#contract/accounts/records.ts'
import { mailStatusLabels } from '#contract/mails/calls.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { AdminAccountSection } from './admin-account-section.tsx'

const sources = { administrator: 'An administrator', csv: 'Upload', attendance: 'Attendance' } as const

/** What was credited, by whom and why, the newest first. */
export function AdminAccountCredits({ credits }: Pick<Account, 'credits'>) {
  return (
    <AdminAccountSection id="credits">
      <RecordTable
        label="Hours"
        rows={credits}
        rowId={({ decidedAt, eventName }) => `${decidedAt.getTime()} ${eventName}`}
        empty="No hours credited yet."
        columns={{
          Event: ({ eventName }) => eventName,
          Hours: ({ hours }) => (hours === 0 ? '0, withdrawn' : hours),
          From: ({ source }) => sources[source],
          Reason: ({ reason }) => reason,
          Decided: ({ decidedAt, decidedBy }) => `${shownInstant(decidedAt)}${decidedBy && `, ${decidedBy}`}`,
        }}
      />
    </AdminAccountSection>
  )
}

const states = { stands: 'Stands', replaced: 'Replaced by a newer one', withdrawn: 'Withdrawn' } as const

/** Every certificate that was issued, also those that hold no longer. */
export function AdminAccountCertificates({ certificates }: Pick<Account, 'certificates'>) {
  return (
    <AdminAccountSection id="certificates">
      <RecordTable
        label="Certificates"
        rows={certificates}
        rowId={({ serial }) => serial}
        isOver={({ state }) => state !== 'stands'}
        empty="No certificate issued yet."
        columns={{
          Serial: ({ serial, state, link }) =>
            state === 'stands' ? (
              <Anchor href={link} target="_blank" rel="noreferrer" fz="inherit">
                {serial}
              </Anchor>
            ) : (
              serial
            ),
          Event: ({ eventName }) => eventName,
          Hours: ({ hours }) => hours,
          Issued: ({ issuedAt }) => shownInstant(issuedAt),
          Status: ({ state }) => states[state],
        }}
      />
    </AdminAccountSection>
  )
}

/** Mails to somebody and about their registrations, and what became of each. */
export function AdminAccountMails({ mails }: Pick<Account, 'mails'>) {
  return (
    <AdminAccountSection id="mails">
      <RecordTable
        label="Emails"
        rows={mails}
        rowId={({ createdAt, toAddress, subject }) => `${createdAt.getTime()} ${toAddress} ${subject}`}
        empty="No email yet."
        columns={{
          Subject: ({ subject }) => subject,
          To: ({ toAddress }) => toAddress,
          Status: ({ status }) => mailStatusLabels[status],
          When: ({ sentAt, createdAt }) => shownInstant(sentAt ?? createdAt),
        }}
      />
    </AdminAccountSection>
  )
}
