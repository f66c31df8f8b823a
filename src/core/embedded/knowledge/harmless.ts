/**
 * Everyday work that is no threat, in its own words. These lines are ranked beside the patterns: where one
 * of them fits a question better than every pattern does, the answer is "nothing relevant".
 */
export const harmlessLines = `
centre or align an element with css flexbox grid margin padding width height px rem
change colour font typography icon logo border radius shadow theme dark mode stylesheet css class styling look
animate transition hover scroll slide fade spinner loading skeleton layout responsive breakpoint sidebar navbar footer banner
fix a typo wording spelling misspelled heading text label translation translate locale german french spanish english grammar
update readme documentation docs docstring changelog release notes commit message comment license contributing guide
rename variable folder file refactor function extract method split long function clean up dead code simplify naming
reverse linked list binary tree graph traversal shortest path dijkstra bfs dfs dynamic programming knapsack algorithm
sort array quicksort merge sort bubble sort binary search heap sort sorting numbers ascending descending
fibonacci factorial prime palindrome anagram roman numeral greatest common divisor fizzbuzz leap year exercise puzzle
matrix vector multiplication geometry triangle circle area distance statistics mean median standard deviation average
convert units temperature celsius fahrenheit currency format date time zone calendar round decimal number formatting
count words letters vowels characters occurrences frequency string reverse uppercase lowercase trim split join text
chart plot graph bar pie line matplotlib legend axis visualisation dashboard colours sales figures
unit test mock fixture coverage jest junit pytest snapshot assertion test case naming upgrade testing library
eslint prettier linter formatter indentation editor settings keyboard shortcut git rebase branch naming
weather forecast holiday recipe cooking salt bread cake travel trip hotel restaurant football music song poem story joke
dependency injection constructor interface mock container design pattern singleton observer factory inheritance polymorphism
explain a language feature difference between two keywords beginner tutorial compare frameworks learning
performance bundle size lazy loading memoise component re-render webpack vite tree shaking build speed
game sprite player score level board dice chess sudoku enemy physics collision animation loop canvas
tokenizer lexer split english sentences words natural language stemming parser for arithmetic grammar exercise
lru cache data structure trie stack queue heap deque implement from scratch
parse command line flags options argparse help usage output version flag
flatten nested list remove duplicates chunk rotate transpose intersection union permutations combinations of arrays
move the button to the right left top bottom corner of the page make it bigger smaller
hash map dictionary key value lookup count frequencies set membership default dict counter
image gallery carousel slider thumbnail caption alt text photo album picture
page title favicon seo meta tags open graph sitemap headline landing page marketing copy
button label placeholder tooltip modal dialog tab accordion dropdown checkbox radio toggle switch
hello world print line loop numbers one to ten sum of list total of prices reduce map filter array
enum constant type alias interface getter setter property rectangle point shape class
music note chord scale lesson training plan workout
poster flyer birthday party newsletter letter greeting
sql join explain schema diagram normal form entity relationship naming tables homework
time complexity big o notation recursion explained data structures lecture
legal text page copy about page imprint
meeting agenda minutes lunch team event office party
`;
