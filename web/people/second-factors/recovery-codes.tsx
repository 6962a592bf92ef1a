import { Button, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { Check, Copy, Download, Printer } from 'lucide-react'
import { portalName } from '#web/core/portal.ts'
import { saveFile } from '#web/core/ui/save-file.ts'

const title = `Recovery codes of the ${portalName}`

/** Shows recovery codes to copy, download or print. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = `${title}\nEach works once, instead of your app or passkey.\n\n${codes.join('\n')}\n`
  return (
    <Stack>
      <Text c="dimmed">
        Each works once, after your password, instead of your app or passkey. They are not shown again. Keep
        them somewhere safe.
      </Text>
      <SimpleGrid
        component="ul"
        cols={2}
        spacing="md"
        verticalSpacing={6}
        className="card pad"
        ff="monospace"
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </SimpleGrid>
      <Group gap="sm">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <Check size={15} /> : <Copy size={15} />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<Download size={15} />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          Download
        </Button>
        <Button variant="default" leftSection={<Printer size={15} />} onClick={() => print()}>
          Print
        </Button>
      </Group>
    </Stack>
  )
}
