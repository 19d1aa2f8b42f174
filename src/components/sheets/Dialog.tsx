import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button'
import { useModal } from './useModal'
import './Dialog.scss'

interface Props {
  title: string
  text?: ReactNode
  /** Label of the confirming button; the only button when `cancel` is absent. */
  confirm: string
  cancel?: string
  danger?: boolean
  busy?: boolean
  /** Makes the confirming button WeChat's privacy authorisation (Button). */
  consentId?: string
  onConfirm(): void
  /** Also called on Escape and on going back. */
  onCancel(): void
}

/** A message, or a question. */
export function Dialog({ title, text, confirm, cancel, danger, busy, consentId, onConfirm, onCancel }: Props) {
  const ref = useModal(onCancel)
  return (
    <View className="dialog-host" catchMove>
      <View ref={ref} className="dialog" role="alertdialog" aria-modal aria-label={title}>
        <View className="dialog-title">{title}</View>
        {text ? <View className="dialog-text">{text}</View> : null}
        <View className="dialog-buttons">
          {cancel ? <Button small tone="weak" label={cancel} onPress={onCancel} /> : null}
          <Button
            small
            tone={danger ? 'danger' : 'primary'}
            label={confirm}
            loading={busy}
            consentId={consentId}
            onPress={onConfirm}
          />
        </View>
      </View>
    </View>
  )
}
