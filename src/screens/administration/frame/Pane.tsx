import { useEffect, useRef, type ReactNode } from 'react'
import { useKeptFocus } from '@/components/sheets/useKeptFocus'
import { useWords } from '@/components/ui/context'
import { Btn } from '../controls/Btn'

interface Props {
  label: string
  /** Above the name, such as a picture. */
  picture?: ReactNode
  title: string
  text?: string
  children: ReactNode
  foot?: ReactNode
  onClose(): void
  /** Goes to the neighbour in the list. */
  onStep?(by: 1 | -1): void
}

/**
 * Details of the chosen thing: beside the list on a wide screen, above it on a smaller one, alone on a phone. Escape closes it, and the arrow keys
 * choose a neighbour where nothing inside uses them.
 */
export function Pane({ label, picture, title, text, children, foot, onClose, onStep }: Props) {
  const t = useWords<'admin'>()
  const pane = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isNamed = title !== ''
  useReturnFocus()
  useKeptFocus(pane, heading)
  useEffect(() => {
    if (isNamed) heading.current?.focus({ preventScroll: true })
  }, [isNamed])
  return (
    <section
      ref={pane}
      className="pane"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.defaultPrevented) return
        if (event.key === 'Escape') onClose()
        const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
        if (by !== 0 && event.target === heading.current) {
          event.preventDefault()
          onStep?.(by)
        }
      }}
    >
      <header className="pane-head">
        {picture}
        <div className="pane-name">
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {text ? <p>{text}</p> : null}
        </div>
        <Btn isIcon icon="x" label={t('admin.action.close')} onPress={onClose} />
      </header>
      <div className="pane-body">{children}</div>
      {foot ? <footer className="pane-foot">{foot}</footer> : null}
    </section>
  )
}

/** When the pane closes, the focus returns to where it was, such as the row of the list. */
function useReturnFocus() {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
}
