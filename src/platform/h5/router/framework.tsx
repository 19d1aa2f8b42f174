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
 * Stands for Taro's runtime and its React framework: pages beside each other below the app, each told when it comes to the top and when it
 * leaves it. The first page pays for nothing that only a mini-program needs.
 */

type Moment = 'show' | 'hide'

/** What React draws of a page. */
export interface PageInstance {
  /** The id of its element. */
  path: string
  route: string
  options: Record<string, string>
  config: Record<string, unknown>
  component: ComponentType
  listeners: Record<Moment, Set<() => void>>
  /** It stands in the document. */
  mounted(): void
}

const PageContext = createContext<PageInstance | null>(null)

let pages: readonly PageInstance[] = []
let draw: () => void
let present: PageInstance | undefined

/** What the generated entry calls with the app's component. */
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

/** A page that fails leaves the app and the other pages standing. */
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
  // The first screen is drawn in slices: below the one that the page came with nobody waits for it, and it may hold up nothing.
  if (pages.length === 1) startTransition(draw)
  else draw()
}

export function removePage(page: PageInstance): void {
  pages = pages.filter((other) => other !== page)
  draw()
}

/** Whose parameters are read from now on. */
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

/** The page on top, or the one that mounts right now. */
export function getCurrentInstance(): { router: { params: Record<string, string> } | null } {
  return { router: present ? { params: present.options } : null }
}

export function nextTick(run: () => void): void {
  setTimeout(run)
}

const browser = window
export { browser as window }
