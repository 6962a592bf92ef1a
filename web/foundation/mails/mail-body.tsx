import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { framed } from './mail-frame.ts'
import styles from './mailbox.module.css'

interface Props {
  subject: string
  html: string
  text: string
  /** The frame's permissions; none by default, so its links lead nowhere. */
  sandbox?: string
  /** Shown as a third tab. */
  links?: { label: string; list: ReactNode } | undefined
}

/** An email's HTML in a frame, and its text. */
export function MailBody({ subject, html, text, sandbox = '', links }: Props) {
  return (
    <Tabs defaultValue="html" keepMounted={false}>
      <Tabs.List px="sm">
        <Tabs.Tab value="html">Message</Tabs.Tab>
        <Tabs.Tab value="text">Text version</Tabs.Tab>
        {links && <Tabs.Tab value="links">{links.label}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="html">
        <iframe
          className={styles.frame}
          title={`Email: ${subject}`}
          sandbox={sandbox}
          srcDoc={framed(html)}
        />
      </Tabs.Panel>
      <Tabs.Panel value="text">
        <pre className="pad small anywhere" style={{ whiteSpace: 'pre-wrap' }}>
          {text}
        </pre>
      </Tabs.Panel>
      {links && <Tabs.Panel value="links">{links.list}</Tabs.Panel>}
    </Tabs>
  )
}
