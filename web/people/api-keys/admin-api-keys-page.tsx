import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { KeyRound, Plus } from 'lucide-react'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { ApiKey } from '#contract/people/api-keys/calls.ts'
import { endedKeyDays, getApiKeys, revokeApiKey } from '#contract/people/api-keys/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { later } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { FreshProof } from '#web/people/second-factors/fresh-proof.tsx'

const MakeApiKeyDialog = later(() => import('./make-api-key-dialog.tsx'))

/** 'API keys': makes, lists and revokes the keys of programs. */
export default function AdminApiKeysPage() {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <AdminPage
      title="API keys"
      about={`Programs use a key instead of a sign-in. Expired and revoked keys are listed for ${endedKeyDays} days.`}
    >
      <Button leftSection={<Plus size={16} />} onClick={open} style={{ justifySelf: 'start' }}>
        Make an API key
      </Button>
      <Loaded of={useData(getApiKeys, {})} loading={<TableSkeleton label="Loading the API keys" />}>
        {({ apiKeys }) =>
          apiKeys.length === 0 ? (
            <EmptyState icon={KeyRound} title="No API keys" text="Keys will show up here." />
          ) : (
            <section className="card" aria-label="API keys">
              <KeyTable apiKeys={apiKeys} />
            </section>
          )
        }
      </Loaded>
      <MakeApiKeyDialog isOpen={isOpen} onClose={close} />
      <FreshProof />
    </AdminPage>
  )
}

function KeyTable({ apiKeys }: { apiKeys: ApiKey[] }) {
  return (
    <RecordTable
      label="API keys"
      rows={apiKeys}
      rowId="apiKeyId"
      isOver={isOver}
      widths={{ Key: '22%', 'Last used': 150, State: 170, Revoke: 110 }}
      columns={{
        Key: ({ name, prefix }) => (
          <div>
            <div className="strong anywhere">{name}</div>
            <code className="muted">{prefix}…</code>
          </div>
        ),
        Allows: ({ permissions, networks }) => (
          <div className="anywhere">
            {permissions.join(', ')}
            {networks.length > 0 && <div className="muted">From {networks.join(', ')}</div>}
          </div>
        ),
        Made: ({ madeBy, madeAt }) => (
          <div className="anywhere">
            {shownInstant(madeAt)} <div className="muted">by {madeBy}</div>
          </div>
        ),
        'Last used': ({ lastUsedAt }) => (lastUsedAt ? shownInstant(lastUsedAt) : 'Not yet'),
        State: stateOf,
        Revoke: (apiKey) => !isOver(apiKey) && <Revoke apiKey={apiKey} />,
      }}
    />
  )
}

function isOver({ revokedAt, expiresAt }: ApiKey) {
  return revokedAt !== null || expiresAt.getTime() <= Date.now()
}

function stateOf({ revokedAt, expiresAt }: ApiKey) {
  if (revokedAt) return `Revoked ${shownInstant(revokedAt)}`
  return `${expiresAt.getTime() <= Date.now() ? 'Expired' : 'Expires'} ${shownInstant(expiresAt)}`
}

function Revoke({ apiKey: { apiKeyId, name } }: { apiKey: ApiKey }) {
  const { button } = useAct(revokeApiKey, {
    confirm: {
      title: `Revoke ${name}?`,
      message: 'Programs that use this key are refused from their next call. This cannot be undone.',
      confirmLabel: 'Revoke',
      tone: 'danger',
    },
    toast: 'The API key is revoked',
    failed: 'Something went wrong. Try again.',
    tell: 'toast',
    reloads: [getApiKeys, getActivities],
  })
  return (
    <SmallButton aria-label={`Revoke ${name}`} {...button({ body: { apiKeyId } })}>
      Revoke
    </SmallButton>
  )
}
