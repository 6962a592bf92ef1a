import { Badge, Group, Text } from '@mantine/core'
import type { RememberedDevice } from '#contract/people/second-factors/calls.ts'
import { forgetDevice, getRememberedDevices } from '#contract/people/second-factors/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'

/** The browsers that skip the second step; nothing if there are none. */
export function RememberedDevices() {
  const { data } = useData(getRememberedDevices, {})
  if (!data || data.devices.length === 0) return null
  return (
    <section className="card pad stack" aria-label="Remembered browsers">
      <div>
        <Text fw={600}>Remembered browsers</Text>
        <Text size="sm" c="dimmed">
          These browsers only need your password. Changing your password forgets them all.
        </Text>
      </div>
      <ul className="stack">
        {data.devices.map((device) => (
          <Device key={device.rememberedDeviceId} device={device} />
        ))}
      </ul>
    </section>
  )
}

function Device({ device }: { device: RememberedDevice }) {
  const { rememberedDeviceId, lastUsedAt, expiresAt, isThisOne } = device
  const name = device.device || 'Unknown browser'
  const { act, isRunning } = useAct(forgetDevice, {
    done: () => toastDone(`${name} is forgotten`),
    failed: 'That did not work. Please try again.',
    tell: toastError,
    reloads: [getRememberedDevices],
  })
  return (
    <li className="spread">
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {isThisOne && <Badge>This device</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          Last used {shownInstant(lastUsedAt)}, until {shownInstant(expiresAt)}
        </Text>
      </div>
      <SmallButton
        aria-label={`Forget ${name}`}
        loading={isRunning}
        onClick={() => void act({ body: { rememberedDeviceId } })}
      >
        Forget
      </SmallButton>
    </li>
  )
}
