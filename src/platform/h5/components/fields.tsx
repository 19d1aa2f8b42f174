import type { InputProps } from '@tarojs/components/types/Input'
import type { TextareaProps } from '@tarojs/components/types/Textarea'
import {
  forwardRef,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type FormEvent,
  type HTMLInputTypeAttribute,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { domProps, withDetail } from './props'

type Element = HTMLInputElement | HTMLTextAreaElement
type Props = Omit<InputProps, 'ref' | 'key' | 'confirmType'> & Pick<TextareaProps, 'confirmType' | 'autoHeight'>

const numeric: Record<string, 'numeric' | 'decimal'> = { number: 'numeric', digit: 'decimal' }

/** Taro's own limit; -1 means none. */
const defaultLength = 140

/**
 * Sets `--keyboard` to the px that the on-screen keyboard covers, because phones lay the keyboard over the bottom of the page (AH-21).
 */
const view = window.visualViewport
view?.addEventListener('resize', () => {
  document.body.style.setProperty('--keyboard', `${view.scale > 1 ? 0 : window.innerHeight - view.height}px`)
})

function grow(field: Element): void {
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}

function useField<E extends Element>(props: Props, outer: Ref<E>, ownClass: string) {
  const {
    value,
    defaultValue,
    focus,
    autoFocus,
    autoHeight,
    selectionStart = -1,
    selectionEnd = -1,
    maxlength = defaultLength,
  } = props
  const ref = useRef<E>(null)
  useImperativeHandle(outer, () => ref.current as E)

  useLayoutEffect(() => {
    const field = ref.current
    if (!field) return
    if (value !== undefined && field.value !== value) field.value = value
    if (autoHeight) grow(field)
  }, [value, autoHeight])

  // With the new text: the next key must not come between the two.
  useLayoutEffect(() => {
    if (!focus && !autoFocus) return
    ref.current?.focus()
    if (selectionStart >= 0) ref.current?.setSelectionRange(selectionStart, selectionEnd)
  }, [focus, autoFocus, selectionStart, selectionEnd])

  return {
    ...domProps(props, ownClass),
    ...props.nativeProps,
    ref,
    name: props.name,
    placeholder: props.placeholder,
    disabled: props.disabled,
    maxLength: maxlength < 0 ? undefined : maxlength,
    defaultValue: value ?? defaultValue,
    enterKeyHint: props.confirmType === 'return' ? ('enter' as const) : props.confirmType,
    onInput(event: FormEvent<E>) {
      const field = event.currentTarget
      if (autoHeight) grow(field)
      props.onInput?.(withDetail(event, { value: field.value, cursor: field.selectionStart ?? 0, keyCode: 0 }))
    },
    onFocus: (event: FocusEvent<E>) =>
      props.onFocus?.(withDetail(event, { value: event.currentTarget.value, height: 0 })),
    onBlur: (event: FocusEvent<E>) => props.onBlur?.(withDetail(event, { value: event.currentTarget.value })),
  }
}

function inputType({ password, type }: Props): HTMLInputTypeAttribute {
  if (password || type === 'safe-password') return 'password'
  return 'text'
}

export const Input = forwardRef<HTMLInputElement, Omit<InputProps, 'ref' | 'key'>>(function Input(props, ref) {
  const field = useField(props, ref, 'h5-input')
  function confirm(event: KeyboardEvent<HTMLInputElement>): void {
    // A key of a composition has the code 229. Safari reports the last one after the end, when isComposing is false.
    if (event.key !== 'Enter' || event.keyCode === 229) return
    props.onConfirm?.(withDetail(event, { value: event.currentTarget.value }))
  }
  return <input type={inputType(props)} inputMode={numeric[props.type ?? '']} {...field} onKeyDown={confirm} />
})

export const Textarea = forwardRef<HTMLTextAreaElement, Omit<TextareaProps, 'ref' | 'key'>>(
  function Textarea(props, ref) {
    return <textarea rows={1} {...useField(props as Props, ref, 'h5-textarea')} />
  },
)
