import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/Icon'
import { formatSize } from '@/domain/format/size'
import { wordSize } from '@/i18n/format'

export type Tone = 'blue' | 'grey' | 'amber' | 'green' | 'red'

/** A word on coloured ground. */
export function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`mark mark-${tone}`}>{children}</span>
}

/** bytes in words */
export const size = (bytes: number): string => wordSize(formatSize(bytes))

interface SpaceProps {
  used: number
  /** null: unlimited */
  quota: number | null
}

/** percent of a quota from which it is nearly full */
const NEARLY_FULL = 85

/** How full a space is. The text beside it says the same. */
export function SpaceBar({ used, quota }: SpaceProps) {
  const percent = quota === null ? 0 : quota === 0 ? 100 : Math.min(100, (used / quota) * 100)
  const tone = percent >= 95 ? 'red' : percent >= NEARLY_FULL ? 'amber' : 'blue'
  return (
    <span className="bar" aria-hidden>
      <i className={`bar-${tone}`} style={{ width: `${used > 0 ? Math.max(percent, 2) : 0}%` }} />
    </span>
  )
}

/** A fact of a pane: its name and its value. */
export function Fact({ name, children, action }: { name: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="console-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
      {action ? <dd className="fact-action">{action}</dd> : null}
    </div>
  )
}

/** What a place shows instead of a list without entries. */
export function Nothing({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className="nothing">
      <Icon name="search" size={28} />
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
      {children}
    </div>
  )
}
