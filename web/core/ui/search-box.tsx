import { CloseButton, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useRef } from 'react'
import { longest } from '#contract/core/fields.ts'
import type { useTypedSearch } from './typed-search.ts'
import { useSearchKey } from './typed-search.ts'

interface Props {
  typed: ReturnType<typeof useTypedSearch>
  placeholder: string
}

/** A list's search box. '/' focuses it, Enter searches immediately, Escape empties it and then leaves it. */
export function SearchBox({ typed, placeholder }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useSearchKey(box)
  return (
    <TextInput
      ref={box}
      flex="1 1 200px"
      maw={{ sm: 280 }}
      size="xs"
      aria-label="Search"
      placeholder={placeholder}
      leftSection={<Search size={15} />}
      maxLength={longest.line}
      value={typed.text}
      onChange={(event) => typed.type(event.currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') typed.flush()
        if (key === 'Escape') typed.text === '' ? box.current?.blur() : typed.clear()
      }}
      rightSection={
        typed.text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => typed.clear()} />
      }
    />
  )
}
