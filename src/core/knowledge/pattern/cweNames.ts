import { lazy } from '../../../base/lazy.ts';

/** Names of weaknesses, from the Common Weakness Enumeration (CWE), © The MITRE Corporation, used under its terms of use. */
const lines = `
11 ASP.NET Misconfiguration: Creating Debug Binary
20 Improper Input Validation
22 Path Traversal
23 Relative Path Traversal
36 Absolute Path Traversal
59 Link Following
73 External Control of File Name or Path
74 Injection
77 Command Injection
78 OS Command Injection
79 Cross-site Scripting
80 Basic XSS
83 Script in Attributes in a Web Page
87 Alternate XSS Syntax
88 Argument Injection
89 SQL Injection
90 LDAP Injection
91 XML Injection
93 CRLF Injection
94 Code Injection
95 Eval Injection
96 Static Code Injection
98 PHP Remote File Inclusion
113 HTTP Request/Response Splitting
116 Improper Encoding or Escaping of Output
117 Improper Output Neutralization for Logs
119 Improper Restriction of Operations within the Bounds of a Memory Buffer
120 Classic Buffer Overflow
121 Stack-based Buffer Overflow
122 Heap-based Buffer Overflow
125 Out-of-bounds Read
126 Buffer Over-read
129 Improper Validation of Array Index
130 Improper Handling of Length Parameter Inconsistency
131 Incorrect Calculation of Buffer Size
134 Use of Externally-Controlled Format String
170 Improper Null Termination
176 Improper Handling of Unicode Encoding
178 Improper Handling of Case Sensitivity
180 Incorrect Behavior Order: Validate Before Canonicalize
190 Integer Overflow or Wraparound
191 Integer Underflow
193 Off-by-one Error
195 Signed to Unsigned Conversion Error
197 Numeric Truncation Error
200 Exposure of Sensitive Information to an Unauthorized Actor
201 Insertion of Sensitive Information Into Sent Data
203 Observable Discrepancy
204 Observable Response Discrepancy
208 Observable Timing Discrepancy
209 Error Message Containing Sensitive Information
212 Improper Removal of Sensitive Information Before Storage or Transfer
213 Exposure of Sensitive Information Due to Incompatible Policies
215 Insertion of Sensitive Information Into Debugging Code
223 Omission of Security-relevant Information
248 Uncaught Exception
250 Execution with Unnecessary Privileges
252 Unchecked Return Value
256 Plaintext Storage of a Password
257 Storing Passwords in a Recoverable Format
259 Use of Hard-coded Password
262 Not Using Password Aging
266 Incorrect Privilege Assignment
269 Improper Privilege Management
272 Least Privilege Violation
273 Improper Check for Dropped Privileges
276 Incorrect Default Permissions
280 Improper Handling of Insufficient Permissions or Privileges
281 Improper Preservation of Permissions
284 Improper Access Control
285 Improper Authorization
287 Improper Authentication
288 Authentication Bypass Using an Alternate Path or Channel
290 Authentication Bypass by Spoofing
291 Reliance on IP Address for Authentication
294 Authentication Bypass by Capture-replay
295 Improper Certificate Validation
296 Improper Following of a Certificate's Chain of Trust
297 Improper Validation of Certificate with Host Mismatch
303 Incorrect Implementation of Authentication Algorithm
304 Missing Critical Step in Authentication
306 Missing Authentication for Critical Function
307 Improper Restriction of Excessive Authentication Attempts
308 Use of Single-factor Authentication
311 Missing Encryption of Sensitive Data
312 Cleartext Storage of Sensitive Information
319 Cleartext Transmission of Sensitive Information
321 Use of Hard-coded Cryptographic Key
323 Reusing a Nonce, Key Pair in Encryption
326 Inadequate Encryption Strength
327 Use of a Broken or Risky Cryptographic Algorithm
328 Use of Weak Hash
329 Generation of Predictable IV with CBC Mode
330 Use of Insufficiently Random Values
331 Insufficient Entropy
338 Use of Cryptographically Weak Pseudo-Random Number Generator
340 Generation of Predictable Numbers or Identifiers
345 Insufficient Verification of Data Authenticity
346 Origin Validation Error
347 Improper Verification of Cryptographic Signature
348 Use of Less Trusted Source
349 Acceptance of Extraneous Untrusted Data With Trusted Data
350 Reliance on Reverse DNS Resolution for a Security-Critical Action
351 Insufficient Type Distinction
352 Cross-Site Request Forgery
353 Missing Support for Integrity Check
359 Exposure of Private Personal Information to an Unauthorized Actor
362 Race Condition
363 Race Condition Enabling Link Following
366 Race Condition within a Thread
367 Time-of-check Time-of-use Race Condition
377 Insecure Temporary File
378 Creation of Temporary File With Insecure Permissions
379 Creation of Temporary File in Directory with Insecure Permissions
384 Session Fixation
390 Detection of Error Condition Without Action
400 Uncontrolled Resource Consumption
401 Missing Release of Memory after Effective Lifetime
404 Improper Resource Shutdown or Release
407 Inefficient Algorithmic Complexity
409 Improper Handling of Highly Compressed Data
415 Double Free
416 Use After Free
425 Direct Request
434 Unrestricted Upload of File with Dangerous Type
436 Interpretation Conflict
441 Unintended Proxy or Intermediary
444 HTTP Request/Response Smuggling
457 Use of Uninitialized Variable
470 Unsafe Reflection
476 NULL Pointer Dereference
488 Exposure of Data Element to Wrong Session
489 Active Debug Code
494 Download of Code Without Integrity Check
497 Exposure of Sensitive System Information to an Unauthorized Control Sphere
502 Deserialization of Untrusted Data
506 Embedded Malicious Code
521 Weak Password Requirements
522 Insufficiently Protected Credentials
523 Unprotected Transport of Credentials
524 Use of Cache Containing Sensitive Information
525 Use of Web Browser Cache Containing Sensitive Information
532 Insertion of Sensitive Information into Log File
538 Insertion of Sensitive Information into Externally-Accessible File or Directory
539 Use of Persistent Cookies Containing Sensitive Information
540 Inclusion of Sensitive Information in Source Code
548 Exposure of Information Through Directory Listing
550 Server-generated Error Message Containing Sensitive Information
552 Files or Directories Accessible to External Parties
562 Return of Stack Variable Address
564 SQL Injection: Hibernate
566 Authorization Bypass Through User-Controlled SQL Primary Key
567 Unsynchronized Access to Shared Data in a Multithreaded Context
588 Attempt to Access Child of a Non-structure Pointer
598 Use of GET Request Method With Sensitive Query Strings
601 Open Redirect
602 Client-Side Enforcement of Server-Side Security
611 Improper Restriction of XML External Entity Reference
613 Insufficient Session Expiration
614 Sensitive Cookie in HTTPS Session Without 'Secure' Attribute
617 Reachable Assertion
620 Unverified Password Change
636 Not Failing Securely
639 Authorization Bypass Through User-Controlled Key
640 Weak Password Recovery Mechanism for Forgotten Password
643 XPath Injection
644 Improper Neutralization of HTTP Headers for Scripting Syntax
646 Reliance on File Name or Extension of Externally-Supplied File
650 Trusting HTTP Permission Methods on the Server Side
662 Improper Synchronization
665 Improper Initialization
667 Improper Locking
668 Exposure of Resource to Wrong Sphere
672 Operation on a Resource after Expiration or Release
674 Uncontrolled Recursion
676 Use of Potentially Dangerous Function
680 Integer Overflow to Buffer Overflow
681 Incorrect Conversion between Numeric Types
682 Incorrect Calculation
690 Unchecked Return Value to NULL Pointer Dereference
693 Protection Mechanism Failure
697 Incorrect Comparison
703 Improper Check or Handling of Exceptional Conditions
704 Incorrect Type Conversion or Cast
732 Incorrect Permission Assignment for Critical Resource
749 Exposed Dangerous Method or Function
754 Improper Check for Unusual or Exceptional Conditions
755 Improper Handling of Exceptional Conditions
756 Missing Custom Error Page
758 Reliance on Undefined, Unspecified, or Implementation-Defined Behavior
759 Use of a One-Way Hash without a Salt
760 Use of a One-Way Hash with a Predictable Salt
763 Release of Invalid Pointer or Reference
770 Allocation of Resources Without Limits or Throttling
772 Missing Release of Resource after Effective Lifetime
775 Missing Release of File Descriptor or Handle after Effective Lifetime
776 XML Entity Expansion
778 Insufficient Logging
787 Out-of-bounds Write
789 Memory Allocation with Excessive Size Value
798 Use of Hard-coded Credentials
799 Improper Control of Interaction Frequency
807 Reliance on Untrusted Inputs in a Security Decision
820 Missing Synchronization
825 Expired Pointer Dereference
827 Improper Control of Document Type Definition
829 Inclusion of Functionality from Untrusted Control Sphere
830 Inclusion of Web Functionality from an Untrusted Source
834 Excessive Iteration
835 Infinite Loop
837 Improper Enforcement of a Single, Unique Action
840 Business Logic Errors
841 Improper Enforcement of Behavioral Workflow
843 Type Confusion
862 Missing Authorization
863 Incorrect Authorization
908 Use of Uninitialized Resource
909 Missing Initialization of Resource
913 Improper Control of Dynamically-Managed Code Resources
915 Improperly Controlled Modification of Dynamically-Determined Object Attributes
916 Use of Password Hash With Insufficient Computational Effort
917 Expression Language Injection
918 Server-Side Request Forgery
922 Insecure Storage of Sensitive Information
925 Improper Verification of Intent by Broadcast Receiver
926 Improper Export of Android Application Components
927 Use of Implicit Intent for Sensitive Communication
939 Improper Authorization in Handler for Custom URL Scheme
940 Improper Verification of Source of a Communication Channel
942 Permissive Cross-domain Security Policy with Untrusted Domains
943 Improper Neutralization of Special Elements in Data Query Logic
1004 Sensitive Cookie Without 'HttpOnly' Flag
1021 Improper Restriction of Rendered UI Layers or Frames
1025 Comparison Using Wrong Factors
1059 Insufficient Technical Documentation
1088 Synchronous Access of Remote Resource without Timeout
1104 Use of Unmaintained Third Party Components
1188 Initialization of a Resource with an Insecure Default
1204 Generation of Weak Initialization Vector
1236 Improper Neutralization of Formula Elements in a CSV File
1275 Sensitive Cookie with Improper SameSite Attribute
1284 Improper Validation of Specified Quantity in Input
1287 Improper Validation of Specified Type of Input
1321 Prototype Pollution
1333 Inefficient Regular Expression Complexity
1336 Improper Neutralization of Special Elements Used in a Template Engine
1357 Reliance on Insufficiently Trustworthy Component
1385 Missing Origin Validation in WebSockets
1391 Use of Weak Credentials
1392 Use of Default Credentials
1393 Use of Default Password
1395 Dependency on Vulnerable Third-Party Component
1426 Improper Validation of Generative AI Output
1427 Improper Neutralization of Input Used for LLM Prompting
`;

const names = lazy(
  (): ReadonlyMap<string, string> =>
    new Map(
      lines
        .trim()
        .split('\n')
        .map((line) => [`CWE-${line.slice(0, line.indexOf(' '))}`, line.slice(line.indexOf(' ') + 1)] as const),
    ),
);

export function cweName(id: string): string | undefined {
  return names().get(id);
}
