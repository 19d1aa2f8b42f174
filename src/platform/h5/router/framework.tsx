import {
  Component,
  createContext,
  startTransition,
  useContext,
  useLayoutEffect,
  useRef,
  type ComponentType,
  type ReactNode,
} from 'react'
import { createRoot } from 'react-dom/client'

/*
 * Replaces Taro's runtime and its React framework: sibling pages below the app, each notified when it becomes the top page and when it no longer
 * is. The first page then loads nothing that only a mini-program needs.
 */

type Moment = 'show' | 'hide'

/** A page as React draws it. */
export interface PageInstance {
  /** The id of its element. */
  path: string
  route: string
  options: Record<string, string>
  config: Record<string, unknown>
  component: ComponentType
  listeners: Record<Moment, Set<() => void>>
  /** Called when the page is in the document. */
  mounted(): void
}

const PageContext = createContext<PageInstance | null>(null)

let pages: readonly PageInstance[] = []
let draw: () => void
let present: PageInstance | undefined

/** The generated entry calls this with the app's component. */
export function createReactApp(App: ComponentType<{ children?: ReactNode }>): void {
  const root = createRoot(document.getElementById('app')!)
  draw = () =>
    root.render(
      <App>
        {pages.map((page) => (
          <PageFrame key={page.path} page={page} />
        ))}
      </App>,
    )
  draw()
}

/** A failing page does not affect the app and the other pages. */
class PageFrame extends Component<{ page: PageInstance }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidMount(): void {
    this.props.page.mounted()
  }

  override render(): ReactNode {
    const { page } = this.props
    const { path, component: Page } = page
    return (
      <div id={path} className="taro_page">
        {!this.state.hasFailed && (
          <PageContext.Provider value={page}>
            <Page />
          </PageContext.Provider>
        )}
      </div>
    )
  }
}

export function addPage(page: PageInstance): void {
  setPresent(page)
  pages = [...pages, page]
  // Draws the first screen in slices: the preloaded screen covers it, so nobody waits for it, and it must not block input.
  if (pages.length === 1) startTransition(draw)
  else draw()
}

export function removePage(page: PageInstance): void {
  pages = pages.filter((other) => other !== page)
  draw()
}

/** Sets the page whose parameters are read from now on. */
export function setPresent(page: PageInstance | undefined): void {
  present = page
}

export function tell({ listeners }: PageInstance, moment: Moment): void {
  for (const listener of [...listeners[moment]]) listener()
}

function useMoment(moment: Moment, run: () => void): void {
  const page = useContext(PageContext)
  const latest = useRef(run)
  latest.current = run
  useLayoutEffect(() => {
    const listener = () => latest.current()
    page?.listeners[moment].add(listener)
    return () => void page?.listeners[moment].delete(listener)
  }, [page, moment])
}

export function useDidShow(run: () => void): void {
  useMoment('show', run)
}

export function useDidHide(run: () => void): void {
  useMoment('hide', run)
}

/** The top page, or the page that is mounting. */
export function getCurrentInstance(): { router: { params: Record<string, string> } | null } {
  return { router: present ? { params: present.options } : null }
}

export function nextTick(run: () => void): void {
  setTimeout(run)
}
