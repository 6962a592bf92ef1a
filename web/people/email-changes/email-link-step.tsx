import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { paths } from '#contract/core/paths.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { ContactSupport } from '#web/foundation/support/contact-support.tsx'

interface Props {
  heading: string
  text: ReactNode
  children?: ReactNode
}

/** A step on the page of an emailed link. Each step takes the focus. */
export function EmailLinkStep({ heading, text, children }: Props) {
  return (
    <Stack gap="lg">
      <div>
        <PageHeading key={heading}>{heading}</PageHeading>
        <Text c="dimmed" mt={6} className="anywhere">
          {text}
        </Text>
      </div>
      {children}
    </Stack>
  )
}

export function EmailLinkIncomplete() {
  return (
    <EmailLinkStep heading="This link is incomplete" text="Open it from the email again.">
      <TextLink to={paths.home()} fw={600}>
        Go to the portal
      </TextLink>
      <Text>
        Still not working? <ContactSupport />
      </Text>
    </EmailLinkStep>
  )
}
