import { Anchor, Group, Stack } from '@mantine/core'
import { Globe, Mail } from 'lucide-react'
import { CopyIcon } from '#web/core/ui/copy-icon.tsx'
import { externalUrl } from '#web/core/ui/external-url.ts'

/** A website and an email address to open or to copy. */
export function Contacts({ website, email }: { website: string | null; email: string | null }) {
  const url = externalUrl(website)
  if (!website && !email) return null
  return (
    <Stack gap="xs">
      {website && (
        <Group gap="xs" wrap="nowrap">
          <Globe size={17} />
          {url ? (
            <Anchor href={url} target="_blank" rel="noopener noreferrer">
              {website}
            </Anchor>
          ) : (
            website
          )}
          <CopyIcon value={website} what="website" />
        </Group>
      )}
      {email && (
        <Group gap="xs" wrap="nowrap">
          <Mail size={17} />
          <Anchor href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</Anchor>
          <CopyIcon value={email} what="email" />
        </Group>
      )}
    </Stack>
  )
}
