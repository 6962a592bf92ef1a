import { Button, Typography } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { use, useEffect } from 'react'
import { paths } from '#contract/core/paths.ts'
import { fetchCode } from '#web/core/code.ts'
import { useSession } from '#web/core/session/session.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { ContactSupport } from './contact-support.tsx'
import styles from './help-page.module.css'

const files = import.meta.glob<string>('../../../docs/help/*.md', { import: 'default' })
const loaded = new Map<string, Promise<string>>()

const titles = {
  technicians: 'Help for technicians',
  'front-desk': 'The door',
  season: 'Running a season',
  words: 'What each word means',
}
type Page = keyof typeof titles

/** A page of help, for anyone: technicians, the front desk, and those who run a season. */
export default function HelpPage() {
  const { page = '' } = useParams({ strict: false }) as { page?: string }
  const known = page in titles ? (page as Page) : 'technicians'
  return <Help key={known} page={known} />
}

function Help({ page }: { page: Page }) {
  const html = use(readPage(page))
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  const isStaff = useSession(({ userData }) => userData?.isAdmin === true)
  const pages = Object.entries(titles).filter(() => isStaff || page !== 'technicians')
  return (
    <div className="stack">
      <PageHeading tab={page === 'technicians' ? titles[page] : `Help: ${titles[page]}`}>
        {titles[page]}
      </PageHeading>
      <nav className={`row ${styles.pages}`} aria-label="Help">
        {pages.map(([name, title]) => (
          <TextLink
            key={name}
            to={paths.help({ page: name })}
            aria-current={name === page ? 'page' : undefined}
          >
            {title}
          </TextLink>
        ))}
        <Button variant="default" leftSection={<Printer size={16} />} onClick={() => print()}>
          Print
        </Button>
      </nav>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build makes it of files in docs/help */}
      <Typography className={`card ${styles.text}`} dangerouslySetInnerHTML={{ __html: html }} />
      {page === 'technicians' && (
        <p className={styles.support}>
          Still need help? <ContactSupport />
        </p>
      )}
    </div>
  )
}

function readPage(page: Page) {
  const read =
    loaded.get(page) ?? fetchCode(async () => (await files[`../../../docs/help/${page}.md`]?.()) ?? '')
  loaded.set(page, read)
  // The next try reads it again.
  read.catch(() => loaded.delete(page))
  return read
}
