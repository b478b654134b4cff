/** A password and its hash, from the documents or tests of another system. */
export interface ForeignVector {
  readonly system: string;
  readonly password: string;
  readonly hash: string;
}

const vector = (system: string, password: string, hash: string): ForeignVector => ({
  ...{ system, password, hash },
});

/** Hashes from other systems. This project has made none of them. */
export const foreignVectors: readonly ForeignVector[] = [
  // https://github.com/P-H-C/phc-winner-argon2/blob/master/src/test.c
  vector(
    'argon2id',
    'password',
    '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
  ),
  vector(
    'argon2i',
    'password',
    '$argon2i$v=19$m=256,t=2,p=2$c29tZXNhbHQ$T/XOJ2mh1/TIpJHfCdQan76Q5esCFVoT5MAeIM1Oq2E',
  ),
  // passlib, tests/test_handlers_argon2.py
  vector(
    'argon2d',
    'password',
    '$argon2d$v=19$m=102400,t=2,p=8$g2RodLh8j8WbSdCp+lUy/A$zzAJqL/HSjm809PYQu6qkA',
  ),
  // Django, tests/auth_tests/test_hashers.py
  vector(
    'argon2 of Django',
    'secret',
    '$argon2id$v=19$m=102400,t=2,p=8$Y041dExhNkljRUUy$TMa6A8fPJhCAUXRhJXCXdw',
  ),
  // https://www.openwall.com/crypt/: wrapper.c
  vector('bcrypt $2a$', 'U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'),
  vector(
    'bcrypt of more than 72 bytes',
    '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are ignored',
    '$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui',
  ),
  // passlib, docs/lib/passlib.hash.bcrypt.rst
  vector('bcrypt $2b$', 'password', '$2b$12$GhvMmNVjRW29ulnudl.LbuAnUtN/LRfe1JsBm1Xu6LE3059z5Tr8m'),
  // https://openwall.info/wiki/john/sample-hashes
  vector('bcrypt $2y$', 'password', '$2y$05$bvIG6Nmid91Mu9RcmmWZfO5HJIMCT8riNW0hEp8f6/FuA2/mHZFpe'),
  // passlib, docs/lib/passlib.hash.scrypt.rst
  vector(
    'scrypt',
    'password',
    '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E',
  ),
  // https://github.com/firebase/scrypt: README.md
  vector(
    'Firebase',
    'user1password',
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  ),
  // https://github.com/supabase/auth: internal/crypto/password_test.go
  vector(
    'Firebase in Supabase',
    'mytestpassword',
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw==$C0sHCg9ek77hsg==$zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw==',
  ),
  // Made by hashPassword() of @better-auth/utils 0.5.1, which normalizes to NFKC
  vector(
    'Better Auth',
    'analytical engine 1843',
    '32b2009f1042f0070fa9f77b750fbdd0:134259c221eadea4116ba631a03b170d849231d74df1f111a0932f3db93f45b06c5fa6b9e2f1556fdb3ffbe85fa379c659bd0dbf62029b0f38aa4ce80d0b6193',
  ),
  vector(
    'Better Auth, normalized',
    'caf\u00e9 fi 1',
    'c5a222ac465850d8b15bf30fe7b9702c:208b7e17cc76cea5282deeb53aa6aa1a5771630e402d9c255df8e5a18e1a44df9d25e3f4016cc23dcd5f34fc5962c43dacd4eb8585bff172cccd11ec982ebf03',
  ),
  // https://github.com/ory/kratos: hash/hasher_test.go
  vector(
    'PBKDF2 with SHA-256 in PHC',
    'test',
    '$pbkdf2-sha256$i=100000,l=32$1jP+5Zxpxgtee/iPxGgOz0RfE9/KJuDElP1ley4VxXc$QJxzfvdbHYBpydCbHoFg3GJEqMFULwskiuqiJctoYpI',
  ),
  vector(
    'PBKDF2 with SHA-512 in PHC',
    'test',
    '$pbkdf2-sha512$i=100000,l=32$bdHBpn7OWOivJMVJypy2UqR0UnaD5prQXRZevj/05YU$+wArTfv1a+bNGO1iZrmEdVjhA+lL11wF4/IxpgYfPwc',
  ),
  // passlib, docs/lib/passlib.hash.pbkdf2_digest.rst
  vector(
    'PBKDF2 of passlib',
    'password',
    '$pbkdf2-sha256$6400$.6UI/S.nXIk8jcbdHx3Fhg$98jZicV16ODfEsEZeYPGHU3kbrUrvUEXOPimVSQDD44',
  ),
  // https://www.authelia.com: examples of client secrets
  vector(
    'PBKDF2 with SHA-512 of passlib',
    'insecure_secret',
    '$pbkdf2-sha512$310000$c8p78n7pUMln0jzvd4aK4Q$JNRBzwAo0ek5qKn50cFzzvE9RXV88h1wJn5KGiHrD0YKtZaR/nCb2CJPOsKaPK0hjf.9yHxzQGZziziccp6Yng',
  ),
  // Django, tests/auth_tests/test_hashers.py
  vector(
    'PBKDF2 of Django',
    'l\u00e8tmein',
    'pbkdf2_sha256$390000$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=',
  ),
  vector(
    'PBKDF2 with SHA-1 of Django',
    'l\u00e8tmein',
    'pbkdf2_sha1$390000$seasalt2$aDapRanzW8aHTz97v2TcfHzWD+I=',
  ),
  // https://dev.to/oskarspakers/import-pbkdf2-hashed-user-passwords-into-keycloak-571m, in PHC format
  vector(
    'PBKDF2 of Keycloak',
    'admin',
    '$pbkdf2-sha256$i=27500$x/bm4Y3DcuV9eU97ervkPA==$1u7BLvfSPxQFpwc5jpGSA+88EGl9pZYKhaZ8YPIu9N4=',
  ),
  // https://www.openwall.com/phpass/: test.php
  vector('phpass', 'test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'),
  // passlib, tests/test_handlers.py
  vector('phpass of WordPress', 'JohnRipper', '$P$B12345678L6Lpt4BxNotVIMILOa9u81'),
  vector('phpass of phpBB', '123456', '$H$9PE8jEklgZhgLmZl5.HYJAzfGCQtzi1'),
  // An administrator of WordPress 6.8 in WebAssembly, verified there by password_verify() of PHP
  vector(
    'WordPress 6.8',
    'admin',
    '$wp$2y$10$Q1xinFjrZeLWJBvxviIL6u834Fu.evIEFHAUVisQ5O.w9Dm0sMdES',
  ),
];
