import { Button, CloseButton, Popover, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure, useInputState } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { longest } from '#contract/core/fields.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import type { RegistrationSearch } from './registration-search.ts'
import { changesTo, useSavedFilters, withFilter, withoutFilter } from './saved-filters.ts'

interface Props {
  search: RegistrationSearch
  /** There is something to save. */
  canSave: boolean
  onChange: (changes: RegistrationSearch) => void
}

/** A button with the saved filters, and a field to name the current ones. Nothing until there is one or the other. */
export function SavedFiltersMenu({ search, canSave, onChange }: Props) {
  const { filters } = useSavedFilters()
  const [name, setName] = useInputState('')
  const [isOpen, { toggle, close }] = useDisclosure()
  if (!canSave && filters.length === 0 && !isOpen) return null
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="bottom-start"
      width={280}
      shadow="md"
      offset={4}
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <SmallButton onClick={toggle}>{filters.length > 0 ? 'Saved filters' : 'Save this view'}</SmallButton>
      </Popover.Target>
      <Popover.Dropdown mah="70dvh" style={{ overflow: 'auto' }}>
        <Stack gap={12}>
          {filters.length > 0 && (
            <Stack
              component="ul"
              gap={2}
              aria-label="Saved filters"
              m={0}
              p={0}
              style={{ listStyle: 'none' }}
            >
              {filters.map((filter) => (
                <li key={filter.name} className="spread" style={{ flexWrap: 'nowrap' }}>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    miw={0}
                    ml={-8}
                    onClick={() => {
                      close()
                      onChange(changesTo(filter))
                    }}
                  >
                    {filter.name}
                  </Button>
                  <CloseButton
                    size="sm"
                    aria-label={`Remove saved filters: ${filter.name}`}
                    onClick={() => useSavedFilters.setState({ filters: withoutFilter(filters, filter.name) })}
                  />
                </li>
              ))}
            </Stack>
          )}
          {canSave ? (
            <form className="row" style={{ flexWrap: 'nowrap', alignItems: 'end' }} onSubmit={save}>
              <TextInput
                flex={1}
                size="xs"
                label="Name of the current filters"
                maxLength={longest.name}
                value={name}
                onChange={setName}
              />
              <Button type="submit" size="xs" disabled={name.trim() === ''}>
                Save
              </Button>
            </form>
          ) : (
            <Text size="xs" c="dimmed">
              Choose filters, then name them here to find them again. This browser keeps them.
            </Text>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )

  function save(event: FormEvent) {
    event.preventDefault()
    useSavedFilters.setState({ filters: withFilter(filters, name.trim(), search) })
    setName('')
  }
}
