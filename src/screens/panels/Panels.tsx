import { observer } from 'mobx-react'
import { Suspense } from 'react'
import type { PanelProps } from './PanelProps'
import { panels } from './panels'

/**
 * The open panels of packages over a page, in the order of their opening. Each waits for its own code: a common wait would hide the panels below, and
 * what is hidden loses the focus.
 */
export const Panels = observer(function Panels(props: PanelProps) {
  return (
    <>
      {props.overlays.open.map(({ flag, value }) => {
        const Panel = panels.find((panel) => panel.flag === flag && (panel.value ?? value) === value)?.Panel
        return (
          Panel && (
            <Suspense key={flag} fallback={null}>
              <Panel {...props} />
            </Suspense>
          )
        )
      })}
    </>
  )
})
