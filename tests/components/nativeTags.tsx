import {
  createElement,
  forwardRef,
  useEffect,
  useRef,
  type PropsWithChildren,
  type ReactNode,
  type SyntheticEvent,
} from 'react'

type Attributes = Record<string, unknown>

/** The attributes that the mini-program's template writes: never functions, except those bound here. */
const written = (props: Attributes) =>
  Object.fromEntries(
    Object.entries(props).filter(([name]) => /^(id|role|src|style|disabled|data-.*|aria-.*)$/.test(name)),
  )

/** An element of the mini-program; the templates would call its `bind` handlers. */
const tag = (name: string) =>
  forwardRef<unknown, PropsWithChildren<Attributes>>(function Tag({ children, className, onClick, ...rest }, ref) {
    return createElement(name, { ...written(rest), ref, class: className, onClick }, children as ReactNode)
  })

export const View = tag('mp-view')
export const Text = tag('mp-text')
export const CustomWrapper = tag('mp-custom-wrapper')
export const Button = tag('mp-button')
export const Form = tag('mp-form')
export const PageContainer = tag('mp-page-container')
export const MovableArea = tag('mp-movable-area')
export const Image = tag('mp-image')

interface Moved {
  detail: { x: number }
}

/** WeChat would draw it at its attribute `x`; the finger moves it by an event of its own. */
export function MovableView({
  children,
  className,
  x,
  onChange,
  onTouchEnd,
}: PropsWithChildren<{ className?: string; x?: number; onChange?(event: Moved): void; onTouchEnd?(): void }>) {
  const bound = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const view = bound.current!
    const moved = (event: Event) => onChange?.({ detail: (event as CustomEvent<Moved['detail']>).detail })
    view.addEventListener('moved', moved)
    return () => view.removeEventListener('moved', moved)
  })
  return createElement('mp-movable-view', { ref: bound, class: className, x, onTouchEnd }, children)
}

interface Scrolled {
  detail: { scrollTop: number }
}

export function ScrollView({
  children,
  className,
  onScroll,
}: PropsWithChildren<{ className?: string; onScroll?(event: Scrolled): void }>) {
  return (
    <div className={className} onScroll={({ currentTarget: { scrollTop } }) => onScroll?.({ detail: { scrollTop } })}>
      {children}
    </div>
  )
}

interface Typed {
  detail: { value: string }
}

interface InputProps {
  className?: string
  value?: string
  disabled?: boolean
  onInput?(event: Typed): void
  onConfirm?(event: Typed): void
}

export function Input({ className, value, disabled, onInput, onConfirm }: InputProps) {
  const typed = ({ currentTarget }: SyntheticEvent<HTMLInputElement>): Typed => ({
    detail: { value: currentTarget.value },
  })
  return (
    <input
      className={className}
      value={value}
      disabled={disabled}
      onInput={(event) => onInput?.(typed(event))}
      onChange={() => {}}
      onKeyDown={(event) => (event.key === 'Enter' && event.keyCode !== 229 ? onConfirm?.(typed(event)) : undefined)}
    />
  )
}

export function Textarea({ className, value, onInput }: InputProps) {
  return (
    <textarea
      className={className}
      value={value}
      onInput={({ currentTarget }) => onInput?.({ detail: { value: currentTarget.value } })}
      onChange={() => {}}
    />
  )
}
