import { Button, Menu } from '@mantine/core'
import { ChevronDown, FileDown } from 'lucide-react'
import type { ListFormat } from '#contract/core/list-files.ts'
import { SmallButton } from './small-button.tsx'

interface Props {
  /** The words of the button, which downloads CSV. */
  label?: string
  disabled?: boolean
  loading?: boolean
  onDownload: (format: ListFormat) => void
  /** Further downloads. */
  more?: { label: string; onClick: () => void }[]
}

/** Downloads a list as CSV, and from its menu as an Excel workbook. */
export function DownloadButton({ label = 'Download CSV', disabled, loading, onDownload, more = [] }: Props) {
  const state = { ...(disabled && { disabled }), ...(loading && { loading }) }
  const items = [{ label: 'Excel workbook (.xlsx)', onClick: () => onDownload('xlsx') }, ...more]
  return (
    <Button.Group>
      <SmallButton icon={FileDown} {...state} onClick={() => onDownload('csv')}>
        {label}
      </SmallButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <SmallButton px={6} {...state} aria-label="More ways to download">
            <ChevronDown size={15} />
          </SmallButton>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map((item) => (
            <Menu.Item key={item.label} onClick={item.onClick}>
              {item.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
