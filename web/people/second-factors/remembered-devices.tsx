import { Badge, Group, Text } from '@mantine/core'
import type { RememberedDevice } from '#contract/people/second-factors/calls.ts'
import { forgetDevice, getRememberedDevices } from '#contract/people/second-factors/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'

/** The browsers that skip the second step; nothing if there are none. */
export function RememberedDevices() {
  const { data } = useData(getRememberedDevices, {})
  if (!data || data.devices.length === 0) return null
  return (
    <section className="card pad stack" aria-label="Remembered browsers">
      <div>
        <Text fw={600}>Remembered browsers</Text>
        <Hint>These browsers only need your password. Changing your password removes them all.</Hint>
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
  const { button } = useAct(forgetDevice, {
    toast: `${name} was removed`,
    failed: 'Something went wrong. Try again.',
    tell: 'toast',
    reloads: [getRememberedDevices],
  })
  return (
    <li className="spread">
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {isThisOne && <Badge>This device</Badge>}
        </Group>
        <Hint>
          Last used {shownInstant(lastUsedAt)}, until {shownInstant(expiresAt)}
        </Hint>
      </div>
      <SmallButton aria-label={`Forget ${name}`} {...button({ body: { rememberedDeviceId } })}>
        Forget
      </SmallButton>
    </li>
  )
}
