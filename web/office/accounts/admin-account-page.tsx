import { Badge, Skeleton } from '@mantine/core'
import { Link, useParams, useRouterState } from '@tanstack/react-router'
import { CalendarPlus, Merge, Send, UserRoundPen } from 'lucide-react'
import { useEffect } from 'react'
import { nameOrEmail } from '#contract/core/names.ts'
import { paths } from '#contract/core/paths.ts'
import type { FoundAccount } from '#contract/office/accounts/merges.ts'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import type { Account } from '#contract/office/accounts/records.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import { startMessage } from '#contract/outreach/messages/calls.ts'
import { updateUserByAdmin } from '#contract/people/users/edits.ts'
import type { User } from '#contract/people/users/user.ts'
import { changeRegistrations } from '#contract/registrations/registrations/changes.ts'
import { severalPeople } from '#web/attendance/attendance-decisions/answer-panels.ts'
import { useData } from '#web/core/api/data.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { findingDetails } from '#web/counting/credit-findings/registration-finding.ts'
import { NewInspectionLink } from '#web/events/events/new-inspection-link.tsx'
import { ActivityHistory } from '#web/foundation/activities/activity-history.tsx'
import { mailPanel } from '#web/foundation/mails/admin-mail.tsx'
import { messagePanel } from '#web/outreach/messages/admin-message.ts'
import { aboutPerson } from '#web/outreach/messages/message-about.ts'
import { AdminConsents } from '#web/people/users/admin-consents.tsx'
import { editUser } from '#web/people/users/admin-edit-user.tsx'
import { addToEvents } from '#web/registrations/registrations/admin-add-to-events.tsx'
import styles from './admin-account-page.module.css'
import { AdminAccountPasskeys } from './admin-account-passkeys.tsx'
import { AdminAccountProfile } from './admin-account-profile.tsx'
import {
  AdminAccountAnswers,
  AdminAccountAttendances,
  AdminAccountCertificates,
  AdminAccountCredits,
  AdminAccountEarlierCertificates,
  AdminAccountMails,
  AdminAccountPlaces,
  AdminAccountRegistrations,
} from './admin-account-records.tsx'
import type { AccountSection } from './admin-account-section.tsx'
import { AdminAccountSection, accountSections } from './admin-account-section.tsx'
import { AdminAccountSessions } from './admin-account-sessions.tsx'
import { AdminLikelyDuplicates } from './admin-likely-duplicates.tsx'

const accountMerge = pagePanel<{ user: User; other?: FoundAccount }>(
  () => import('./admin-merge-accounts-panel.tsx'),
)

/** Everything that the portal stores about one person. */
export default function AdminAccountPage() {
  const { userId } = useParams({ strict: false }) as { userId: string }
  return (
    <AdminPage>
      <Loaded of={useData(getAccount, { query: { userId } })}>
        {(account) => <AccountPage account={account} />}
      </Loaded>
      <findingDetails.Panel />
      <severalPeople.Panel />
      <editUser.Panel />
      <addToEvents.Panel />
      <messagePanel.Panel />
      <accountMerge.Panel />
      <mailPanel.Panel />
    </AdminPage>
  )
}

function AccountPage({ account }: { account: Account }) {
  const { user, registrations, credits, certificates, earlierCertificates, mails } = account
  const { consents, sessions, passkeys, newEmail } = account
  const { userId } = user
  const name = nameOrEmail(user)
  return (
    <>
      <div className="spread">
        <div>
          <PageHeading>{name}</PageHeading>
          <div className="muted anywhere">
            {user.email} {user.role === 'admin' && <Badge ml={6}>Administrator</Badge>}
          </div>
        </div>
        <div className="row">
          <SmallButton
            needs={changeRegistrations}
            icon={CalendarPlus}
            onClick={() => addToEvents.show({ userId, name })}
          >
            Add to events
          </SmallButton>
          <SmallButton
            needs={startMessage}
            icon={Send}
            onClick={() => messagePanel.show(aboutPerson(name, userId, registrations))}
          >
            Email…
          </SmallButton>
          <SmallButton
            needs={updateUserByAdmin}
            icon={UserRoundPen}
            onClick={() => editUser.show({ userId, name })}
          >
            Edit user
          </SmallButton>
          <SmallButton needs={mergeAccounts} icon={Merge} onClick={() => accountMerge.show({ user })}>
            Merge accounts
          </SmallButton>
          {registrations.length > 0 && <NewInspectionLink of="person" id={userId} />}
        </div>
      </div>
      <AdminLikelyDuplicates
        userId={userId}
        duplicates={account.duplicates}
        onMerge={(other) => accountMerge.show({ user, other })}
      />
      <Contents
        lists={{ registrations, credits, certificates, earlierCertificates, mails, sessions, passkeys }}
      />
      <AdminAccountPlaces waits={account.waits} />
      <AdminAccountRegistrations name={name} email={user.email} registrations={registrations} />
      <AdminAccountAnswers answers={account.answers} />
      <AdminAccountCredits credits={credits} />
      <AdminAccountProfile account={account} />
      <AdminAccountAttendances userId={userId} />
      <AdminAccountCertificates certificates={certificates} />
      <AdminAccountEarlierCertificates earlierCertificates={earlierCertificates} />
      <AdminAccountMails mails={mails} />
      <AdminAccountSection id="consents">
        {consents.length === 0 ? 'Not asked yet.' : <AdminConsents consents={consents} />}
      </AdminAccountSection>
      <AdminAccountSessions
        userId={userId}
        name={name}
        sessions={sessions}
        hasMore={passkeys.length > 0 || newEmail !== null}
      />
      <AdminAccountPasskeys userId={userId} passkeys={passkeys} />
      <AdminAccountSection
        id="history"
        action={
          <TextLink to={paths.activities()} search={{ userId }} fz="sm">
            Search the history
          </TextLink>
        }
      >
        <ActivityHistory filter={{ userId }} isOfOne loading={<Skeleton height={120} />} />
      </AdminAccountSection>
    </>
  )
}

/** Links to the sections. Scrolls to the section in the address. */
function Contents({ lists }: { lists: Partial<Record<AccountSection, unknown[]>> }) {
  const hash = useRouterState({ select: (state) => state.location.hash })
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView()
  }, [hash])
  // Most people have no certificate of another training provider, and so no such section.
  const sections = Object.entries(accountSections).filter(
    ([id]) => id !== 'earlierCertificates' || lists[id]?.length,
  )
  return (
    <nav aria-label="Sections of this page">
      <ul className={`row small figures ${styles.contents}`}>
        {sections.map(([id, label]) => (
          <li key={id}>
            <Link to="." hash={id} replace hashScrollIntoView={false} activeOptions={{ includeHash: true }}>
              {label} <small>{lists[id as AccountSection]?.length}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
