import type { Account } from '#contract/office/accounts/records.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { AdminBounce } from '#web/foundation/bounces/admin-bounce.tsx'
import type { Membership } from '#web/people/users/memberships.ts'
import { associations, membershipOf } from '#web/people/users/memberships.ts'
import { shownPhone } from '#web/people/users/shown-phone.ts'
import { AdminAccountMerges } from './admin-account-merges.tsx'
import styles from './admin-account-page.module.css'
import { AdminAccountSection } from './admin-account-section.tsx'

export function AdminAccountProfile({ account: { user, newEmail, merges, bounce } }: { account: Account }) {
  const facts: [term: string, text: string][] = [
    ['Name', `${user.firstName} ${user.lastName}`.trim()],
    ...(user.printedName ? [['Name as printed', user.printedName] as [string, string]] : []),
    ...(user.unprintableLetters
      ? [
          [
            'Name as printed',
            `Not entered yet. Certificates can't print ${[...user.unprintableLetters].join(' ')}, so they wait.`,
          ] as [string, string],
        ]
      : []),
    ['Email', user.email],
    ...(newEmail === null ? [] : [['New email', `${newEmail}, not verified yet`] as [string, string]]),
    ...(user.faaSafetyEmail ? [['FAASafety.gov email', user.faaSafetyEmail] as [string, string]] : []),
    ['Phone', shownPhone(user.phone, user.country)],
    ['Company', user.companyName],
    ['Country', user.country],
    ['State/Province', user.state],
    ['ZIP/Postal code', user.zip],
    ...associations.map((name): [string, string] => [name, shownMembership(membershipOf(user, name))]),
    ['Signed up', shownInstant(user.registeredAt)],
  ]
  return (
    <AdminAccountSection id="profile">
      <dl className={styles.facts}>
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt className="tiny">{term}</dt>
            <dd className="anywhere">{text || '–'}</dd>
          </div>
        ))}
      </dl>
      <AdminBounce email={user.email} bounce={bounce} />
      <AdminAccountMerges merges={merges} />
    </AdminAccountSection>
  )
}

function shownMembership({ number, skipped }: Membership) {
  return number || (skipped ? 'Not a member, or no answer' : '')
}
