import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'

export interface Choice {
  value: string
  /** What the input shows when it is chosen. */
  label: string
  /** What is shown in the list, where that is more. */
  text?: string
  /** What else finds it. */
  keywords?: string
}

type Props = Omit<SelectProps, 'data' | 'filter' | 'renderOption' | 'onChange' | 'value'> & {
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
}

/** A picker with search. What is typed out in full counts as chosen, also by a browser's autofill. */
export function SearchSelect({ choices, value, onChange, onBlur, ...props }: Props) {
  const [search, setSearch] = useState<string>()
  const chosen = choices.find((choice) => choice.value === value)

  return (
    <Select
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      maxDropdownHeight={280}
      nothingFoundMessage="Nothing found"
      data={choices.map(({ value, label }) => ({ value, label }))}
      value={chosen ? value : null}
      searchValue={search ?? chosen?.label ?? ''}
      onSearchChange={(text) => setSearch(text === chosen?.label ? undefined : text)}
      onChange={(next) => {
        setSearch(undefined)
        if (next !== null) onChange(next)
      }}
      filter={({ options, search }) => {
        const wanted = chosen?.label === search ? '' : search.trim().toLowerCase()
        return options.filter((option) => 'value' in option && matches(option.value, wanted))
      }}
      renderOption={({ option }) =>
        choices.find((choice) => choice.value === option.value)?.text ?? option.label
      }
      onBlur={(event) => {
        const typed = event.currentTarget.value.trim().toLowerCase()
        const exact = choices.find(({ value, label, keywords }) =>
          [value, label, keywords].some((word) => word?.toLowerCase() === typed),
        )
        if (exact && exact.value !== value) onChange(exact.value)
        setSearch(undefined)
        onBlur?.(event)
      }}
      {...props}
    />
  )

  function matches(candidate: string, wanted: string): boolean {
    const choice = choices.find(({ value }) => value === candidate)
    return [choice?.label, choice?.text, choice?.keywords].some((words) =>
      words?.toLowerCase().includes(wanted),
    )
  }
}
