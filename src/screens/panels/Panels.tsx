import { observer } from 'mobx-react'
import { Suspense } from 'react'
import type { PanelProps } from './PanelProps'
import { panels } from './panels'

/** The open panels of packages over a page, in the order of their opening. */
export const Panels = observer(function Panels(props: PanelProps) {
  return (
    <Suspense fallback={null}>
      {props.overlays.open.map(({ flag, value }) => {
        const Panel = panels.find((panel) => panel.flag === flag && (panel.value ?? value) === value)?.Panel
        return Panel && <Panel key={flag} {...props} />
      })}
    </Suspense>
  )
})
