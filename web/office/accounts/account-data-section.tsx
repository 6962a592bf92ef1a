import { Button, Group, Stack, Text } from '@mantine/core'
import { Download, FileText } from 'lucide-react'
import { accountFile, getAccountData, getAccountPage } from '#contract/office/accounts/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { ProfileCard } from '#web/core/ui/profile-card.tsx'
import { saveFileOf } from '#web/core/ui/save-file.ts'

const failed = "Couldn't download your data. Try again."

/** The part of the profile page for downloading one's data. */
export function AccountDataSection() {
  const page = useAct(() => saveFileOf(getAccountPage, {}, accountFile.html), { failed })
  const data = useAct(() => saveFileOf(getAccountData, {}, accountFile.json), { failed })
  return (
    <ProfileCard title="Your data">
      <Stack>
        <Text c="dimmed">
          Everything we keep about you: your profile, registrations, hours, certificates, consents, the emails
          we sent you and your sessions. Download a page to read or print, or a file for other programs.
        </Text>
        <FormProblem text={page.problem ?? data.problem} />
        <Group gap="sm">
          <Button variant="default" leftSection={<FileText size={16} />} {...page.button()}>
            Download as a page
          </Button>
          <Button variant="default" leftSection={<Download size={16} />} {...data.button()}>
            Download as JSON
          </Button>
        </Group>
      </Stack>
    </ProfileCard>
  )
}
