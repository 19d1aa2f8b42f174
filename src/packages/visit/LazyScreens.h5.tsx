import { Suspense, lazy } from 'react'
import type { FooterProps, LandingProps, NoRowsProps, ShownProps } from './VisitProps'

const landing = () => import(/* webpackChunkName: "visit-cards" */ './LandingScreen')
const Landing = lazy(async () => ({ default: (await landing()).LandingScreen }))
const NoLink = lazy(async () => ({ default: (await landing()).NoLink }))
const MessagePage = lazy(() => import(/* webpackChunkName: "visit-cards" */ './MessagePage'))
const Card = lazy(() => import(/* webpackChunkName: "visit-cards" */ './SharedCard'))
const Footer = lazy(() => import(/* webpackChunkName: "visit-footer" */ './VisitFooter'))
const NoRows = lazy(() => import(/* webpackChunkName: "visit-cards" */ './NoRows'))

/** What a link that shows its content at once does without. */
export function LazyLanding(props: LandingProps) {
  return (
    <Suspense fallback={null}>
      <Landing {...props} />
    </Suspense>
  )
}

export function LazyNoLink() {
  return (
    <Suspense fallback={null}>
      <NoLink />
    </Suspense>
  )
}

export function LazyMessagePage(props: ShownProps) {
  return (
    <Suspense fallback={null}>
      <MessagePage {...props} />
    </Suspense>
  )
}

export function LazyCard(props: Omit<ShownProps, 'overlays'>) {
  return (
    <Suspense fallback={null}>
      <Card {...props} />
    </Suspense>
  )
}

export function LazyNoRows(props: NoRowsProps) {
  return (
    <Suspense fallback={null}>
      <NoRows {...props} />
    </Suspense>
  )
}

export function LazyFooter(props: FooterProps) {
  return (
    <Suspense fallback={null}>
      <Footer {...props} />
    </Suspense>
  )
}
