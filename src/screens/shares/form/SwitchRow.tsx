import type { ReactNode } from 'react'
import { useWords } from '@/components/ui/context'
import { Switch } from '@/components/fields/Switch'
import type { Offer } from '@/domain/shares/offers'
import { Cell } from './Cell'
import { wordReason } from './wordReason'

interface Props {
  label: string
  note?: string
  /** Shown even where somebody else decides the setting. */
  bound?: string
  error?: string
  isOn: boolean
  /** Whether it can be switched. */
  offer: Offer
  children?: ReactNode
  onSwitch(isOn: boolean): void
  onRefused?(): void
}

/** A setting that is on or off; where it cannot be switched, a press explains why. */
export function SwitchRow({ label, note, bound, error, isOn, offer, children, onSwitch, onRefused }: Props) {
  const t = useWords<'share'>()
  const isLocked = typeof offer === 'object'
  return (
    <Cell
      label={label}
      note={[isLocked ? wordReason(offer.no, t) : note, bound].filter(Boolean).join(' · ')}
      error={error}
      isLocked={isLocked}
      trailing={
        <Switch
          label={isLocked ? t('share.perms.locked', { label }) : label}
          isOn={isOn}
          isDisabled={isLocked}
          onSwitch={(next) => (isLocked ? onRefused?.() : onSwitch(next))}
        />
      }
    >
      {children}
    </Cell>
  )
}
