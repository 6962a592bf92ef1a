import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { mostHours, shownHours } from '#contract/events/events/facts.ts'
import { creditableHours } from '#contract/ledger/credits/rules.ts'
import { can } from '#web/core/session/can.ts'
import { openByArrows } from '#web/core/ui/open-by-arrows.ts'
import { rowIcons } from '#web/core/ui/row-icons.tsx'
import styles from './admin-certificate-cell.module.css'
import { emailHistory } from './admin-email-history.tsx'
import type { Certified } from './certificate-work.ts'
import { useCertificateWork } from './certificate-work.ts'

interface Props {
  /** The holder's name. */
  name: string
  registration: Certified
}

/** A registration's hours and the actions for its certificate. */
export function AdminCertificateCell({ name, registration }: Props) {
  const { registrationId, hours, creditHours: usual, ruleHours, certificateLink } = registration
  const { isBusy, isSaving, given, choose, chooseByDay, download, send } = useCertificateWork(
    name,
    registration,
  )
  const isAllowed = can(generateCertificate)
  return (
    <div className={styles.cell} aria-busy={isBusy}>
      <select
        aria-label={`Hours for ${name}, ${registration.eventName}`}
        aria-disabled={isBusy}
        disabled={!isAllowed}
        value={given ?? hours}
        onChange={({ target: { value } }) =>
          void (value === byDay ? chooseByDay() : choose(Number.parseInt(value, 10)))
        }
        onKeyDown={openByArrows}
      >
        {ruleHours === null && (
          // Shown, but not offered: choosing the same number is its own decision.
          <option value={hours} hidden disabled>
            {hours}
          </option>
        )}
        <optgroup label={`This time slot gives ${shownHours(usual)}`}>{options(0, usual)}</optgroup>
        {usual < mostHours && <optgroup label="More than it gives">{options(usual + 1, Infinity)}</optgroup>}
        <option value={byDay}>By day…</option>
      </select>
      {can(generateCertificate) && (
        <>
          <IconButton
            label={`Download certificate of ${name}`}
            icon={rowIcons.download}
            isRunning={isSaving}
            isDisabled={isBusy || certificateLink === null}
            onClick={() => void download(`Certificate ${name}.pdf`)}
          />
          {certificateLink ? (
            <IconButton
              label={`Email certificate to ${name}`}
              icon={rowIcons.mail}
              isRunning={send.isRunning}
              isDisabled={isBusy}
              onClick={() => void send.act({ body: { registrationId } })}
            />
          ) : (
            <span className={styles.gap} />
          )}
        </>
      )}
      <IconButton
        label={`Email history of ${name}`}
        icon={rowIcons.history}
        onClick={() => emailHistory.show({ registrationId, name })}
      />
    </div>
  )

  function options(from: number, to: number) {
    return creditableHours
      .filter((choice) => choice >= from && choice <= to)
      .map((choice) => (
        <option key={choice} value={ruleHours === null && choice === hours ? `${choice} again` : choice}>
          {choice}
        </option>
      ))
  }
}

const byDay = 'by day'

interface IconButtonProps {
  label: string
  icon: ReactNode
  isRunning?: boolean
  isDisabled?: boolean
  onClick: () => void
}

/** Stays focusable while disabled, so that the keyboard focus is not lost. */
function IconButton({ label, icon, isRunning = false, isDisabled = false, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : onClick}
    >
      {isRunning ? <Loader size={16} aria-hidden /> : icon}
    </button>
  )
}
