import { Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { FoundAccount } from '#contract/office/accounts/merges.ts'
import { findAccounts, mostFound } from '#contract/office/accounts/merges.ts'
import type { User } from '#contract/people/users/user.ts'
import { useData } from '#web/core/api/data.tsx'
import { counted } from '#web/core/texts/counts.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { SearchBox } from '#web/core/ui/search-box.tsx'
import { SidePanel } from '#web/core/ui/side-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { useTypedSearch } from '#web/core/ui/typed-search.ts'
import { useUnsavedChanges } from '#web/core/ui/unsaved-changes.ts'
import { AdminMergePreview } from './admin-merge-preview.tsx'

interface Props extends DialogProps {
  user: User
  /** The other account, if known. */
  other?: FoundAccount
}

/** Finds a person's other account, then previews the merge. */
export default function AdminMergeAccountsPanel({ user, other, isOpen, onClose }: Props) {
  const name = `${user.firstName} ${user.lastName}`.trim()
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} title="Merge accounts" about={name || user.email}>
      <Choosing user={user} known={other} name={name} onDone={onClose} />
    </SidePanel>
  )
}

interface ChoosingProps {
  user: User
  known: FoundAccount | undefined
  name: string
  onDone: () => void
}

function Choosing({ user, known, name, onDone }: ChoosingProps) {
  const [other, choose] = useState(known)
  useUnsavedChanges(other !== undefined && other !== known)
  if (!other) return <Search user={user} name={name} onFound={choose} />
  return (
    <Stack gap="lg">
      <Paper className="spread anywhere" px="sm" py="xs" bg="var(--soft)">
        <AccountLines account={other} />
        <SmallButton onClick={() => choose(undefined)}>Choose another</SmallButton>
      </Paper>
      <AdminMergePreview userIds={[user.userId, other.userId]} onDone={onDone} />
    </Stack>
  )
}

interface SearchProps {
  user: User
  name: string
  onFound: (account: FoundAccount) => void
}

function Search({ user, name, onFound }: SearchProps) {
  // Most people with two accounts gave the same name in both.
  const [search, setSearch] = useState(name)
  const typed = useTypedSearch(search, setSearch)
  const read = useData(findAccounts, { query: { search } }, { isEnabled: search !== '', keepPrevious: true })
  return (
    <Stack gap="xs">
      <Text size="sm">Find the duplicate account</Text>
      <div className="row">
        <SearchBox typed={typed} placeholder="Name, email, company or phone" />
      </div>
      {search !== '' && (
        <Loaded of={read}>
          {({ accounts }) => {
            const others = accounts.filter(({ userId }) => userId !== user.userId)
            if (others.length === 0) {
              return <Hint role="status">No match.</Hint>
            }
            return (
              <>
                <ul className="card lines" aria-label="Matching accounts">
                  {others.map((account) => (
                    <li key={account.userId}>
                      <button type="button" className="pick" onClick={() => onFound(account)}>
                        <AccountLines account={account} />
                      </button>
                    </li>
                  ))}
                </ul>
                {accounts.length === mostFound && (
                  <Hint>More accounts may match. Type more of the name, or the email.</Hint>
                )}
              </>
            )
          }}
        </Loaded>
      )}
    </Stack>
  )
}

function AccountLines({ account: { name, email, companyName, registrations } }: { account: FoundAccount }) {
  const more = [name && email, companyName, counted(registrations, 'registration')]
  return (
    <div>
      {name || email}
      <div className="muted small">{more.filter(Boolean).join(' · ')}</div>
    </div>
  )
}
