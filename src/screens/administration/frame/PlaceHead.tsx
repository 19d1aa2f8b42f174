import type { ReactNode } from 'react'

interface Props {
  title: string
  /** Beside the title, such as how many. */
  text?: string
  /** Buttons at the right. */
  children?: ReactNode
}

/** The head of a place: its title and what can be done there. */
export function PlaceHead({ title, text, children }: Props) {
  return (
    <div className="place-head">
      <h1>{title}</h1>
      {text ? <span className="place-count">{text}</span> : null}
      <div className="place-acts">{children}</div>
    </div>
  )
}
