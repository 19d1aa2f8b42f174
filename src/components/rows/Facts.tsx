import { Text } from '@tarojs/components'
import { Fragment } from 'react'
import './Facts.scss'

const SEPARATOR = ' · '

/** Facts in a line, such as `3 KB · 2026-11-25 14:30`; a date, a time or a count is not broken in two. */
export function Facts({ text }: { text: string }) {
  return (
    <>
      {text.split(SEPARATOR).map((fact, at) => (
        <Fragment key={at}>
          {at > 0 ? SEPARATOR : ''}
          {/\d/.test(fact) ? <Text className="fact">{fact}</Text> : fact}
        </Fragment>
      ))}
    </>
  )
}
