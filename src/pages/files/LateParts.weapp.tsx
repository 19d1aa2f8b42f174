export { RecentTop } from './RecentTop'
export { RefusedPlace } from './RefusedPlace'
export { TrashTop } from './TrashTop'
