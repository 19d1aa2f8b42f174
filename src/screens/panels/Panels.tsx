import { observer } from 'mobx-react'
import { Suspense } from 'react'
import type { PanelProps } from './PanelProps'
import { panels } from './panels'

/** The open panels of packages over a page. */
export const Panels = observer(function Panels(props: PanelProps) {
  return (
    <Suspense fallback={null}>
      {panels.map(({ flag, value, Panel }) => {
        const open = props.overlays.valueFor(flag)
        return open !== undefined && (value ?? open) === open && <Panel key={flag} {...props} />
      })}
    </Suspense>
  )
})
