import { describe } from 'node:test'
import { reachSwift, withoutSwift } from '../../support/storage/Swift'
import { testFaults } from './s3Faults'
import { testWrongAnswers } from './s3WrongAnswers'

describe('[RUN-01] faults of an S3 store', { skip: withoutSwift }, () => testFaults(reachSwift))

describe('[RUN-01] wrong answers of an S3 store', { skip: withoutSwift }, () => testWrongAnswers(reachSwift))
