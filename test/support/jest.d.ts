// describe, it and expect, for every test in this package.
/// <reference types="jest" />
