import { Text, View } from '@tarojs/components'
import type { CSSProperties } from 'react'
import './Toast.scss'

interface Props {
  text: string
  /** Such as Undo. */
  action?: string
  onAction?(): void
}

/* Inline, because the mini-program puts the style sheets of lazy code into its main package. */
const frame: CSSProperties = {
  display: 'flex',
  alignItems: 'center',
  width: 'fit-content',
  maxWidth: '100%',
  margin: '0 auto',
  padding: '0 16px',
  borderRadius: '12px',
  background: 'var(--toast)',
  color: 'var(--on-toast)',
  lineHeight: 1.43,
}
const words: CSSProperties = { minWidth: 0, padding: '12px 0', overflowWrap: 'anywhere' }
const button: CSSProperties = {
  flex: 'none',
  marginRight: '-16px',
  padding: '12px 16px',
  color: 'var(--toast-action)',
  fontWeight: 500,
  pointerEvents: 'auto',
}

/** A brief message; Screen announces it. Its owner decides where it lies and how long it stays. */
export function Toast({ text, action, onAction }: Props) {
  return (
    <View className="toast" style={frame}>
      <Text className="toast-text" style={words}>
        {text}
      </Text>
      {action ? (
        <View className="toast-action" style={button} onClick={onAction}>
          {action}
        </View>
      ) : null}
    </View>
  )
}
