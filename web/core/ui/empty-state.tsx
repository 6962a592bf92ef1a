import { Stack, Text } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface Props {
  icon: LucideIcon
  title: string
  text: string
  children?: ReactNode
}

/** Shown in place of an empty list. */
export function EmptyState({ icon: Icon, title, text, children }: Props) {
  return (
    <Stack align="center" gap={6} className={`card ${styles.box}`}>
      <span className={styles.icon}>
        <Icon size={26} strokeWidth={1.75} />
      </span>
      <Text fw={650} fz="lg">
        {title}
      </Text>
      <Text c="dimmed" maw={420}>
        {text}
      </Text>
      {children}
    </Stack>
  )
}
