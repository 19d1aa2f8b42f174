import { Input, View } from '@tarojs/components'
import { useState } from 'react'
import { IconButton } from '../ui/IconButton'
import './Field.scss'

interface Props {
  /** Also the name for screen readers. */
  label: string
  value: string
  placeholder?: string
  /** Name of the button that reveals a password. */
  showLabel?: string
  error?: string
  hint?: string
  /** Such as 210 / 222. */
  counter?: string
  /** Shown behind the typed text, such as the extension of a name. */
  suffix?: string
  focus?: boolean
  /** Opens the phone's number keyboard. */
  digits?: boolean
  /** UTF-16 units of the value, from its start, to select on focus. */
  selected?: number
  disabled?: boolean
  /** For forms and the browser's memory of passwords, such as `username`. */
  name?: string
  confirmType?: 'done' | 'next' | 'search' | 'go' | 'send'
  onChange(value: string): void
  onConfirm?(): void
}

/** One line of input. Too long a value is reported, not cut. */
export function Field(props: Props) {
  const [isShown, show] = useState(false)
  const { label, value, placeholder = label, showLabel, error, name, confirmType = 'done' } = props
  return (
    <View className="field">
      <View className={error ? 'field-box field-wrong' : 'field-box'}>
        <Input
          className="field-input"
          value={value}
          name={name}
          placeholder={placeholder}
          placeholderClass="field-placeholder"
          type={props.digits ? 'number' : undefined}
          password={showLabel !== undefined && !isShown}
          maxlength={-1}
          focus={props.focus}
          selectionStart={props.selected === undefined ? undefined : 0}
          selectionEnd={props.selected}
          disabled={props.disabled}
          confirmType={confirmType}
          cursorSpacing={120}
          nativeProps={{
            'aria-label': label,
            'aria-invalid': Boolean(error),
            autoComplete: name ?? 'off',
            autoCapitalize: 'none',
          }}
          onInput={(event) => props.onChange(event.detail.value)}
          onConfirm={props.onConfirm}
        />
        {props.suffix ? <View className="field-suffix">{props.suffix}</View> : null}
        {showLabel !== undefined ? (
          <IconButton icon="eye" label={showLabel} pressed={isShown} onPress={() => show(!isShown)} />
        ) : null}
      </View>
      {error || props.hint || props.counter ? (
        <View className="field-below">
          <View className={error ? 'field-note field-error' : 'field-note'} role={error ? 'alert' : undefined}>
            {error ?? props.hint}
          </View>
          {props.counter ? <View className="field-counter">{props.counter}</View> : null}
        </View>
      ) : null}
    </View>
  )
}
