import 'reflect-metadata';
import { checkedFetch, failIfUndeclared } from './checked-fetch';

/** Jest runs this file before each test file. */
globalThis.fetch = checkedFetch;
afterEach(failIfUndeclared);
afterAll(failIfUndeclared);
