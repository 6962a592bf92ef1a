import { ActionIcon, CopyButton } from '@mantine/core'
import { Check, Copy } from 'lucide-react'

/** Copies a text; `what` names it: 'email', 'website'. */
export function CopyIcon({ value, what }: { value: string; what: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={copy}
          aria-label={copied ? 'Copied' : `Copy the ${what}`}
        >
          {copied ? <Check size={16} /> : <Copy size={16} />}
        </ActionIcon>
      )}
    </CopyButton>
  )
}
