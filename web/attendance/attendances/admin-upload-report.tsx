import type { ButtonProps } from '@mantine/core'
import { FileButton } from '@mantine/core'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import type { UploadedAttendance } from '#contract/attendance/attendance-uploads/calls.ts'
import { uploadAttendance } from '#contract/attendance/attendance-uploads/calls.ts'
import { portalZone } from '#contract/core/season.ts'
import { useAct } from '#web/core/api/act.ts'
import { can } from '#web/core/session/can.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import type { Upload as Uploading } from './attendance-upload.ts'
import { previewUpload } from './attendance-upload.ts'

export const attendanceUpload = pagePanel<{ upload: Uploading; first: UploadedAttendance }>(
  () => import('./admin-attendance-upload-panel.tsx'),
)

interface Props extends ButtonProps {
  eventSlotId: number
}

/** Sends a report's file, and shows in a panel how it was read. */
export function AdminUploadReport({ eventSlotId, ...button }: Props) {
  const reset = useRef<() => void>(null)
  const preview = useAct(previewUpload, {
    done: (first, upload) => attendanceUpload.show({ upload, first }),
    failed: "Couldn't upload the file. Try again.",
    tell: 'toast',
  })
  return (
    can(uploadAttendance) && (
      <FileButton
        resetRef={reset}
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
        onChange={(file) => {
          // Without this, choosing the same file again after an edit fires no event.
          reset.current?.()
          if (file) void preview.act({ eventSlotId, file, zone: portalZone })
        }}
      >
        {(props) => <SmallButton icon={Upload} loading={preview.isRunning} {...button} {...props} />}
      </FileButton>
    )
  )
}
