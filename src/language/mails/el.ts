import type { MailCatalogue } from './en.js';

/** Terms: λογαριασμός, κωδικός πρόσβασης, διακριτικό πρόσβασης, εφαρμογή, διεύθυνση email. */
export const el: MailCatalogue = {
  'mail.greeting': 'Γεια σας {name},',
  'mail.greeting_nameless': 'Γεια σας,',
  'mail.link_hint':
    'Αν το κουμπί δεν λειτουργεί, αντιγράψτε αυτόν τον σύνδεσμο στο πρόγραμμα περιήγησής σας:',
  'mail.verification.subject':
    'Επιβεβαιώστε τη διεύθυνση email σας για έναν λογαριασμό {serviceName}',
  'mail.verification.lead':
    'Επιβεβαιώστε ότι αυτή είναι η διεύθυνση email σας. Καταχωρίστηκε για έναν λογαριασμό {serviceName}.',
  'mail.verification.action': 'Επιβεβαίωση διεύθυνσης email',
  'mail.verification.expiry':
    'Ο σύνδεσμος ισχύει για {hours, plural, one {# ώρα} other {# ώρες}} και μπορεί να χρησιμοποιηθεί μόνο μία φορά.',
  'mail.verification.ignore':
    'Αν αυτός ο λογαριασμός δεν είναι δικός σας, αγνοήστε αυτό το email. Σε αυτήν την περίπτωση, η διεύθυνση δεν θα επιβεβαιωθεί.',
  'mail.sign-up.subject': 'Ολοκληρώστε τη δημιουργία του λογαριασμού σας {serviceName}',
  'mail.sign-up.lead':
    'Σχεδόν τελειώσατε. Ανοίξτε τον σύνδεσμο για να ολοκληρώσετε τη δημιουργία του λογαριασμού σας {serviceName}. Η σελίδα θα σας ζητήσει τον κωδικό πρόσβασης που επιλέξατε.',
  'mail.sign-up.action': 'Ολοκλήρωση δημιουργίας λογαριασμού',
  'mail.sign-up.expiry':
    'Ο σύνδεσμος ισχύει για {hours, plural, one {# ώρα} other {# ώρες}} και μπορεί να χρησιμοποιηθεί μόνο μία φορά.',
  'mail.sign-up.ignore':
    'Αν δεν κάνατε εσείς την εγγραφή, αγνοήστε αυτό το email. Δεν θα δημιουργηθεί λογαριασμός χωρίς εσάς.',
  'mail.sign-up-taken.subject': 'Έχετε ήδη λογαριασμό {serviceName}',
  'mail.sign-up-taken.lead':
    'Κάποιος προσπάθησε να δημιουργήσει λογαριασμό {serviceName} με αυτήν τη διεύθυνση email, αλλά έχετε ήδη λογαριασμό. Δεν άλλαξε τίποτα.',
  'mail.sign-up-taken.you':
    'Αν ήσασταν εσείς, απλώς συνδεθείτε. Αν έχετε ξεχάσει τον κωδικό πρόσβασής σας, μπορείτε να τον επαναφέρετε στη σελίδα σύνδεσης.',
  'mail.sign-up-taken.action': 'Σύνδεση',
  'mail.sign-up-taken.ignore': 'Αν δεν ήσασταν εσείς, δεν χρειάζεται να κάνετε τίποτα.',
  'mail.password-reset.subject':
    'Επαναφέρετε τον κωδικό πρόσβασης του λογαριασμού σας {serviceName}',
  'mail.password-reset.lead':
    'Κάποιος ζήτησε την επαναφορά του κωδικού πρόσβασης για τον λογαριασμό σας {serviceName}. Αν ήσασταν εσείς, επιλέξτε νέο κωδικό πρόσβασης.',
  'mail.password-reset.action': 'Επιλογή νέου κωδικού πρόσβασης',
  'mail.password-reset.expiry':
    'Ο σύνδεσμος ισχύει για {minutes, plural, one {# λεπτό} other {# λεπτά}} και μπορεί να χρησιμοποιηθεί μόνο μία φορά.',
  'mail.password-reset.ignore':
    'Αν δεν ήσασταν εσείς, αγνοήστε αυτό το email. Ο κωδικός πρόσβασής σας παραμένει ο ίδιος.',
  'mail.password-reset-unverified.subject':
    'Επιβεβαιώστε τη διεύθυνση email σας για να επαναφέρετε τον κωδικό πρόσβασής σας {serviceName}',
  'mail.password-reset-unverified.lead':
    'Κάποιος ζήτησε την επαναφορά του κωδικού πρόσβασης για τον λογαριασμό σας {serviceName}. Πρέπει πρώτα να επιβεβαιωθεί η διεύθυνση email σας.',
  'mail.password-reset-unverified.you':
    'Αν ήσασταν εσείς, επιβεβαιώστε τη διεύθυνση email σας και, στη συνέχεια, ζητήστε ξανά την επαναφορά του κωδικού πρόσβασής σας.',
  'mail.password-reset-unverified.action': 'Επιβεβαίωση διεύθυνσης email',
  'mail.password-reset-unverified.expiry':
    'Ο σύνδεσμος ισχύει για {hours, plural, one {# ώρα} other {# ώρες}} και μπορεί να χρησιμοποιηθεί μόνο μία φορά.',
  'mail.password-reset-unverified.ignore':
    'Αν δεν ήσασταν εσείς, αγνοήστε αυτό το email. Δεν άλλαξε τίποτα.',
  'mail.password-reset-unknown.subject':
    'Δεν υπάρχει λογαριασμός {serviceName} με αυτήν τη διεύθυνση email',
  'mail.password-reset-unknown.lead':
    'Κάποιος ζήτησε την επαναφορά ενός κωδικού πρόσβασης {serviceName} με αυτήν τη διεύθυνση email, αλλά κανένας λογαριασμός δεν έχει αυτήν τη διεύθυνση.',
  'mail.password-reset-unknown.you':
    'Αν ήσασταν εσείς, ίσως έχετε εγγραφεί με άλλη διεύθυνση email. Δοκιμάστε με εκείνη.',
  'mail.password-reset-unknown.new':
    'Αν δεν έχετε ακόμη λογαριασμό, μπορείτε να δημιουργήσετε έναν.',
  'mail.password-reset-unknown.action': 'Δημιουργία λογαριασμού',
  'mail.password-reset-unknown.ignore':
    'Αν δεν ήσασταν εσείς, μπορείτε να αγνοήσετε αυτό το email.',
  'mail.password-changed.subject': 'Ο κωδικός πρόσβασης του λογαριασμού σας {serviceName} άλλαξε',
  'mail.password-changed.lead':
    'Ο κωδικός πρόσβασης του λογαριασμού σας {serviceName} άλλαξε. Αν το κάνατε εσείς, δεν χρειάζεται να κάνετε τίποτε άλλο.',
  'mail.password-changed.other':
    'Αν δεν ήσασταν εσείς, επαναφέρετε αμέσως τον κωδικό πρόσβασής σας. Έτσι θα αποσυνδεθούν όλοι οι άλλοι.',
  'mail.password-changed.action': 'Επαναφορά κωδικού πρόσβασης',
  'mail.factor-added.subject':
    'Ρυθμίστηκε εφαρμογή ελέγχου ταυτότητας για τον λογαριασμό σας {serviceName}',
  'mail.factor-added.lead':
    'Ρυθμίστηκε εφαρμογή ελέγχου ταυτότητας για τον λογαριασμό σας {serviceName}. Αν το κάνατε εσείς, δεν χρειάζεται να κάνετε τίποτε άλλο.',
  'mail.factor-added.other':
    'Αν δεν ήσασταν εσείς, επαναφέρετε αμέσως τον κωδικό πρόσβασής σας. Έτσι θα αποσυνδεθούν όλοι οι άλλοι.',
  'mail.factor-added.action': 'Επαναφορά κωδικού πρόσβασης',
  'mail.factor-removed.subject':
    'Η εφαρμογή ελέγχου ταυτότητας καταργήθηκε από τον λογαριασμό σας {serviceName}',
  'mail.factor-removed.lead':
    'Η εφαρμογή ελέγχου ταυτότητας καταργήθηκε από τον λογαριασμό σας {serviceName}. Αν το κάνατε εσείς, δεν χρειάζεται να κάνετε τίποτε άλλο.',
  'mail.factor-removed.other':
    'Αν δεν ήσασταν εσείς, επαναφέρετε αμέσως τον κωδικό πρόσβασής σας. Έτσι θα αποσυνδεθούν όλοι οι άλλοι.',
  'mail.factor-removed.action': 'Επαναφορά κωδικού πρόσβασης',
  'mail.factor-removal.subject':
    'Ο δεύτερος παράγοντας του λογαριασμού σας {serviceName} θα καταργηθεί',
  'mail.factor-removal.lead':
    'Ζητήθηκε από τον διαχειριστή της υπηρεσίας {serviceName} να καταργήσει τον χαμένο δεύτερο παράγοντα του λογαριασμού σας. Θα καταργηθεί σε 24 ώρες.',
  'mail.factor-removal.other':
    'Αν δεν το ζητήσατε εσείς, διακόψτε αμέσως την κατάργηση και αλλάξτε τον κωδικό πρόσβασής σας.',
  'mail.factor-removal.action': 'Διακοπή της κατάργησης',
  'mail.recovery-used.subject':
    'Χρησιμοποιήθηκε ένας κωδικός ανάκτησης του λογαριασμού σας {serviceName}',
  'mail.recovery-used.lead':
    'Χρησιμοποιήθηκε ένας κωδικός ανάκτησης του λογαριασμού σας {serviceName}. Αν το κάνατε εσείς, δεν χρειάζεται να κάνετε τίποτε άλλο.',
  'mail.recovery-used.left': 'Κωδικοί που απομένουν: {count, number}.',
  'mail.recovery-used.other':
    'Αν δεν ήσασταν εσείς, επαναφέρετε αμέσως τον κωδικό πρόσβασής σας. Έτσι θα αποσυνδεθούν όλοι οι άλλοι.',
  'mail.recovery-used.action': 'Επαναφορά κωδικού πρόσβασης',
  'mail.passkey-added.subject': 'Προστέθηκε κλειδί πρόσβασης στον λογαριασμό σας {serviceName}',
  'mail.passkey-added.lead':
    'Προστέθηκε κλειδί πρόσβασης στον λογαριασμό σας {serviceName}. Αν το κάνατε εσείς, δεν χρειάζεται να κάνετε τίποτε άλλο.',
  'mail.passkey-added.other':
    'Αν δεν ήσασταν εσείς, επαναφέρετε αμέσως τον κωδικό πρόσβασής σας. Έτσι θα αποσυνδεθούν όλοι οι άλλοι.',
  'mail.passkey-added.action': 'Επαναφορά κωδικού πρόσβασης',
  'mail.passkey-removed.subject':
    'Καταργήθηκε κλειδί πρόσβασης από τον λογαριασμό σας {serviceName}',
  'mail.passkey-removed.lead':
    'Καταργήθηκε κλειδί πρόσβασης από τον λογαριασμό σας {serviceName}. Αν το κάνατε εσείς, δεν χρειάζεται να κάνετε τίποτε άλλο.',
  'mail.passkey-removed.other':
    'Αν δεν ήσασταν εσείς, επαναφέρετε αμέσως τον κωδικό πρόσβασής σας. Έτσι θα αποσυνδεθούν όλοι οι άλλοι.',
  'mail.passkey-removed.action': 'Επαναφορά κωδικού πρόσβασης',
  'mail.email-changed.subject': 'Η διεύθυνση email του λογαριασμού σας {serviceName} άλλαξε',
  'mail.email-changed.lead':
    'Η διεύθυνση email του λογαριασμού σας {serviceName} άλλαξε σε {newEmail}. Αν το κάνατε εσείς, δεν χρειάζεται να κάνετε τίποτε άλλο.',
  'mail.email-changed.other':
    'Αν δεν ήσασταν εσείς, αναιρέστε αμέσως την αλλαγή και, στη συνέχεια, επιλέξτε νέο κωδικό πρόσβασης.',
  'mail.email-changed.action': 'Αναίρεση αλλαγής',
  'mail.email-changed.expiry':
    'Ο σύνδεσμος ισχύει για {days, plural, one {# ημέρα} other {# ημέρες}} και μπορεί να χρησιμοποιηθεί μόνο μία φορά.',
  'mail.application-authorized.subject':
    'Μια εφαρμογή μπορεί πλέον να χρησιμοποιεί τον λογαριασμό σας {serviceName}',
  'mail.application-authorized.lead':
    'Εξουσιοδοτήσατε την εφαρμογή {application} να χρησιμοποιεί τον λογαριασμό σας {serviceName}. Μπορείτε να ανακαλέσετε την πρόσβαση ανά πάσα στιγμή.',
  'mail.application-authorized.other':
    'Αν δεν ήσασταν εσείς, ανακαλέστε αμέσως την πρόσβαση αυτής της εφαρμογής και αλλάξτε τον κωδικό πρόσβασής σας.',
  'mail.application-authorized.action': 'Προβολή εξουσιοδοτημένων εφαρμογών',
};
