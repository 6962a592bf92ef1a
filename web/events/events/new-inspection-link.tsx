import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FileSearch } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { downloadInspectionPack } from '#contract/office/inspections/calls.ts'
import { can } from '#web/core/session/can.ts'

interface Props {
  of: 'event' | 'slot' | 'person'
  id: number | string
  /** In a list, the link's name has the record. */
  name?: string
}

/** Links to the page that downloads the inspection pack of an event, a time slot or a person. */
export function NewInspectionLink({ of, id, name }: Props) {
  return (
    can(downloadInspectionPack) && (
      <Button
        component={Link}
        to={paths.inspections()}
        search={{ [of]: id } as never}
        variant="default"
        size="xs"
        leftSection={<FileSearch size={15} />}
        aria-label={name && `FAA records of ${name}`}
      >
        FAA records
      </Button>
    )
  )
}
